module {
  tt.func public @w4a16_matmul_kernel(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<i32>, %arg2: !tt.ptr<f16>, %arg3: !tt.ptr<f16>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32, %arg10: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32xf16>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
    %c0_i32 = arith.constant 0 : i32
    %cst_2 = arith.constant dense<32> : tensor<16x32xi32>
    %cst_3 = arith.constant dense<8> : tensor<32x32xi32>
    %cst_4 = arith.constant dense<15> : tensor<32x32xi32>
    %c64_i32 = arith.constant 64 : i32
    %cst_5 = arith.constant dense<0> : tensor<32x32xi32>
    %cst_6 = arith.constant dense<8> : tensor<32x1xi32>
    %cst_7 = arith.constant dense<4> : tensor<32xi32>
    %c4_i32 = arith.constant 4 : i32
    %cst_8 = arith.constant dense<8> : tensor<32xi32>
    %c32_i32 = arith.constant 32 : i32
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = arith.muli %0, %c16_i32 : i32
    %3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %4 = tt.splat %2 : i32 -> tensor<16xi32>
    %5 = arith.addi %4, %3 : tensor<16xi32>
    %6 = arith.muli %1, %c32_i32 : i32
    %7 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %8 = tt.splat %6 : i32 -> tensor<32xi32>
    %9 = arith.addi %8, %7 : tensor<32xi32>
    %10 = tt.expand_dims %5 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %11 = tt.splat %arg4 : i32 -> tensor<16x1xi32>
    %12 = arith.cmpi slt, %10, %11 : tensor<16x1xi32>
    %13 = tt.expand_dims %9 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %14 = tt.splat %arg5 : i32 -> tensor<1x32xi32>
    %15 = arith.cmpi slt, %13, %14 : tensor<1x32xi32>
    %16 = arith.remsi %7, %cst_8 : tensor<32xi32>
    %17 = arith.muli %16, %cst_7 : tensor<32xi32>
    %18 = arith.extsi %10 : tensor<16x1xi32> to tensor<16x1xi64>
    %19 = arith.extsi %arg7 : i32 to i64
    %20 = tt.splat %19 : i64 -> tensor<16x1xi64>
    %21 = arith.muli %18, %20 : tensor<16x1xi64>
    %22 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %23 = tt.addptr %22, %21 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi64>
    %24 = tt.expand_dims %7 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %25 = tt.broadcast %23 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x32x!tt.ptr<f16>>
    %26 = tt.broadcast %24 : tensor<1x32xi32> -> tensor<16x32xi32>
    %27 = tt.addptr %25, %26 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
    %28 = tt.expand_dims %7 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %29 = arith.divsi %28, %cst_6 : tensor<32x1xi32>
    %30 = tt.splat %arg8 : i32 -> tensor<32x1xi32>
    %31 = arith.muli %29, %30 : tensor<32x1xi32>
    %32 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<32x1x!tt.ptr<i32>>
    %33 = tt.addptr %32, %31 : tensor<32x1x!tt.ptr<i32>>, tensor<32x1xi32>
    %34 = tt.broadcast %33 : tensor<32x1x!tt.ptr<i32>> -> tensor<32x32x!tt.ptr<i32>>
    %35 = tt.broadcast %13 : tensor<1x32xi32> -> tensor<32x32xi32>
    %36 = tt.addptr %34, %35 : tensor<32x32x!tt.ptr<i32>>, tensor<32x32xi32>
    %37:3 = scf.for %arg11 = %c0_i32 to %arg6 step %c32_i32 iter_args(%arg12 = %27, %arg13 = %36, %arg14 = %cst) -> (tensor<16x32x!tt.ptr<f16>>, tensor<32x32x!tt.ptr<i32>>, tensor<16x32xf32>)  : i32 {
      %50 = tt.broadcast %12 : tensor<16x1xi1> -> tensor<16x32xi1>
      %51 = tt.load %arg12, %50, %cst_1 : tensor<16x32x!tt.ptr<f16>>
      %52 = tt.broadcast %15 : tensor<1x32xi1> -> tensor<32x32xi1>
      %53 = tt.load %arg13, %52, %cst_5 : tensor<32x32x!tt.ptr<i32>>
      %54 = arith.divsi %arg11, %c64_i32 : i32
      %55 = arith.muli %54, %arg9 : i32
      %56 = tt.addptr %arg2, %55 : !tt.ptr<f16>, i32
      %57 = tt.splat %56 : !tt.ptr<f16> -> tensor<32x!tt.ptr<f16>>
      %58 = tt.addptr %57, %9 : tensor<32x!tt.ptr<f16>>, tensor<32xi32>
      %59 = tt.splat %arg5 : i32 -> tensor<32xi32>
      %60 = arith.cmpi slt, %9, %59 : tensor<32xi32>
      %61 = tt.load %58, %60, %cst_0 : tensor<32x!tt.ptr<f16>>
      %62 = tt.expand_dims %17 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %63 = tt.broadcast %62 : tensor<32x1xi32> -> tensor<32x32xi32>
      %64 = arith.shrsi %53, %63 : tensor<32x32xi32>
      %65 = arith.andi %64, %cst_4 : tensor<32x32xi32>
      %66 = arith.subi %65, %cst_3 : tensor<32x32xi32>
      %67 = arith.sitofp %66 : tensor<32x32xi32> to tensor<32x32xf16>
      %68 = tt.expand_dims %61 {axis = 0 : i32} : tensor<32xf16> -> tensor<1x32xf16>
      %69 = tt.broadcast %68 : tensor<1x32xf16> -> tensor<32x32xf16>
      %70 = arith.mulf %67, %69 : tensor<32x32xf16>
      %71 = tt.dot %51, %70, %arg14, inputPrecision = tf32 : tensor<16x32xf16> * tensor<32x32xf16> -> tensor<16x32xf32>
      %72 = tt.addptr %arg12, %cst_2 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
      %73 = arith.muli %arg8, %c4_i32 : i32
      %74 = tt.splat %73 : i32 -> tensor<32x32xi32>
      %75 = tt.addptr %arg13, %74 : tensor<32x32x!tt.ptr<i32>>, tensor<32x32xi32>
      scf.yield %72, %75, %71 : tensor<16x32x!tt.ptr<f16>>, tensor<32x32x!tt.ptr<i32>>, tensor<16x32xf32>
    }
    %38 = arith.extsi %arg10 : i32 to i64
    %39 = tt.splat %38 : i64 -> tensor<16x1xi64>
    %40 = arith.muli %18, %39 : tensor<16x1xi64>
    %41 = tt.splat %arg3 : !tt.ptr<f16> -> tensor<16x1x!tt.ptr<f16>>
    %42 = tt.addptr %41, %40 : tensor<16x1x!tt.ptr<f16>>, tensor<16x1xi64>
    %43 = tt.broadcast %42 : tensor<16x1x!tt.ptr<f16>> -> tensor<16x32x!tt.ptr<f16>>
    %44 = tt.broadcast %13 : tensor<1x32xi32> -> tensor<16x32xi32>
    %45 = tt.addptr %43, %44 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
    %46 = tt.broadcast %12 : tensor<16x1xi1> -> tensor<16x32xi1>
    %47 = tt.broadcast %15 : tensor<1x32xi1> -> tensor<16x32xi1>
    %48 = arith.andi %46, %47 : tensor<16x32xi1>
    %49 = arith.truncf %37#2 : tensor<16x32xf32> to tensor<16x32xf16>
    tt.store %45, %49, %48 : tensor<16x32x!tt.ptr<f16>>
    tt.return
  }
}
