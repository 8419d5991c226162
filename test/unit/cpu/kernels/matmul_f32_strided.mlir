module {
  tt.func public @matmul_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32, %arg10: i32, %arg11: i32) attributes {noinline = false} {
    %c31_i32 = arith.constant 31 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %c4_i32 = arith.constant 4 : i32
    %c15_i32 = arith.constant 15 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x16xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
    %c32_i32 = arith.constant 32 : i32
    %c16_i32 = arith.constant 16 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg3, %c15_i32 : i32
    %2 = arith.divsi %1, %c16_i32 : i32
    %3 = arith.addi %arg4, %c15_i32 : i32
    %4 = arith.divsi %3, %c16_i32 : i32
    %5 = arith.muli %4, %c4_i32 : i32
    %6 = arith.divsi %0, %5 : i32
    %7 = arith.muli %6, %c4_i32 : i32
    %8 = arith.subi %2, %7 : i32
    %9 = arith.minsi %8, %c4_i32 : i32
    %10 = arith.remsi %0, %5 : i32
    %11 = arith.remsi %10, %9 : i32
    %12 = arith.addi %7, %11 : i32
    %13 = arith.divsi %10, %9 : i32
    %14 = arith.muli %12, %c16_i32 : i32
    %15 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %16 = tt.splat %14 : i32 -> tensor<16xi32>
    %17 = arith.addi %16, %15 : tensor<16xi32>
    %18 = tt.splat %arg3 : i32 -> tensor<16xi32>
    %19 = arith.remsi %17, %18 : tensor<16xi32>
    %20 = arith.muli %13, %c16_i32 : i32
    %21 = tt.splat %20 : i32 -> tensor<16xi32>
    %22 = arith.addi %21, %15 : tensor<16xi32>
    %23 = tt.splat %arg4 : i32 -> tensor<16xi32>
    %24 = arith.remsi %22, %23 : tensor<16xi32>
    %25 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %26 = tt.expand_dims %19 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %27 = arith.extsi %26 : tensor<16x1xi32> to tensor<16x1xi64>
    %28 = arith.extsi %arg6 : i32 to i64
    %29 = tt.splat %28 : i64 -> tensor<16x1xi64>
    %30 = arith.muli %27, %29 : tensor<16x1xi64>
    %31 = tt.expand_dims %25 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %32 = tt.splat %arg7 : i32 -> tensor<1x32xi32>
    %33 = arith.muli %31, %32 : tensor<1x32xi32>
    %34 = arith.extsi %33 : tensor<1x32xi32> to tensor<1x32xi64>
    %35 = tt.broadcast %30 : tensor<16x1xi64> -> tensor<16x32xi64>
    %36 = tt.broadcast %34 : tensor<1x32xi64> -> tensor<16x32xi64>
    %37 = arith.addi %35, %36 : tensor<16x32xi64>
    %38 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x32x!tt.ptr<f32>>
    %39 = tt.addptr %38, %37 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi64>
    %40 = tt.expand_dims %25 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %41 = tt.splat %arg8 : i32 -> tensor<32x1xi32>
    %42 = arith.muli %40, %41 : tensor<32x1xi32>
    %43 = tt.expand_dims %24 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %44 = arith.extsi %43 : tensor<1x16xi32> to tensor<1x16xi64>
    %45 = arith.extsi %arg9 : i32 to i64
    %46 = tt.splat %45 : i64 -> tensor<1x16xi64>
    %47 = arith.muli %44, %46 : tensor<1x16xi64>
    %48 = arith.extsi %42 : tensor<32x1xi32> to tensor<32x1xi64>
    %49 = tt.broadcast %48 : tensor<32x1xi64> -> tensor<32x16xi64>
    %50 = tt.broadcast %47 : tensor<1x16xi64> -> tensor<32x16xi64>
    %51 = arith.addi %49, %50 : tensor<32x16xi64>
    %52 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<32x16x!tt.ptr<f32>>
    %53 = tt.addptr %52, %51 : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi64>
    %54 = arith.addi %arg5, %c31_i32 : i32
    %55 = arith.divsi %54, %c32_i32 : i32
    %56:3 = scf.for %arg12 = %c0_i32 to %55 step %c1_i32 iter_args(%arg13 = %39, %arg14 = %53, %arg15 = %cst) -> (tensor<16x32x!tt.ptr<f32>>, tensor<32x16x!tt.ptr<f32>>, tensor<16x16xf32>)  : i32 {
      %77 = arith.muli %arg12, %c32_i32 : i32
      %78 = arith.subi %arg5, %77 : i32
      %79 = tt.splat %78 : i32 -> tensor<1x32xi32>
      %80 = arith.cmpi slt, %31, %79 : tensor<1x32xi32>
      %81 = tt.broadcast %80 : tensor<1x32xi1> -> tensor<16x32xi1>
      %82 = tt.load %arg13, %81, %cst_1 : tensor<16x32x!tt.ptr<f32>>
      %83 = tt.splat %78 : i32 -> tensor<32x1xi32>
      %84 = arith.cmpi slt, %40, %83 : tensor<32x1xi32>
      %85 = tt.broadcast %84 : tensor<32x1xi1> -> tensor<32x16xi1>
      %86 = tt.load %arg14, %85, %cst_0 : tensor<32x16x!tt.ptr<f32>>
      %87 = tt.dot %82, %86, %arg15, inputPrecision = tf32 : tensor<16x32xf32> * tensor<32x16xf32> -> tensor<16x16xf32>
      %88 = arith.muli %arg7, %c32_i32 : i32
      %89 = tt.splat %88 : i32 -> tensor<16x32xi32>
      %90 = tt.addptr %arg13, %89 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
      %91 = arith.muli %arg8, %c32_i32 : i32
      %92 = tt.splat %91 : i32 -> tensor<32x16xi32>
      %93 = tt.addptr %arg14, %92 : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
      scf.yield %90, %93, %87 : tensor<16x32x!tt.ptr<f32>>, tensor<32x16x!tt.ptr<f32>>, tensor<16x16xf32>
    }
    %57 = tt.expand_dims %17 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %58 = arith.extsi %57 : tensor<16x1xi32> to tensor<16x1xi64>
    %59 = arith.extsi %arg10 : i32 to i64
    %60 = tt.splat %59 : i64 -> tensor<16x1xi64>
    %61 = arith.muli %58, %60 : tensor<16x1xi64>
    %62 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
    %63 = tt.addptr %62, %61 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi64>
    %64 = tt.expand_dims %22 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %65 = tt.splat %arg11 : i32 -> tensor<1x16xi32>
    %66 = arith.muli %64, %65 : tensor<1x16xi32>
    %67 = tt.broadcast %63 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x16x!tt.ptr<f32>>
    %68 = tt.broadcast %66 : tensor<1x16xi32> -> tensor<16x16xi32>
    %69 = tt.addptr %67, %68 : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
    %70 = tt.splat %arg3 : i32 -> tensor<16x1xi32>
    %71 = arith.cmpi slt, %57, %70 : tensor<16x1xi32>
    %72 = tt.splat %arg4 : i32 -> tensor<1x16xi32>
    %73 = arith.cmpi slt, %64, %72 : tensor<1x16xi32>
    %74 = tt.broadcast %71 : tensor<16x1xi1> -> tensor<16x16xi1>
    %75 = tt.broadcast %73 : tensor<1x16xi1> -> tensor<16x16xi1>
    %76 = arith.andi %74, %75 : tensor<16x16xi1>
    tt.store %69, %56#2, %76 : tensor<16x16x!tt.ptr<f32>>
    tt.return
  }
}
