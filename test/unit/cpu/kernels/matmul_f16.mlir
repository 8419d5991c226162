module {
  tt.func public @matmul_kernel(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f16>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.00999999977> : tensor<32x64xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x64xf32>
    %c8_i32 = arith.constant 8 : i32
    %c63_i32 = arith.constant 63 : i32
    %c31_i32 = arith.constant 31 : i32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<32x64xf16>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<32x32xf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_3 = arith.constant dense<32> : tensor<32x32xi32>
    %c64_i32 = arith.constant 64 : i32
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg3, %c31_i32 : i32
    %2 = arith.divsi %1, %c32_i32 : i32
    %3 = arith.addi %arg4, %c63_i32 : i32
    %4 = arith.divsi %3, %c64_i32 : i32
    %5 = arith.muli %4, %c8_i32 : i32
    %6 = arith.divsi %0, %5 : i32
    %7 = arith.muli %6, %c8_i32 : i32
    %8 = arith.subi %2, %7 : i32
    %9 = arith.minsi %8, %c8_i32 : i32
    %10 = arith.remsi %0, %5 : i32
    %11 = arith.remsi %10, %9 : i32
    %12 = arith.addi %7, %11 : i32
    %13 = arith.divsi %10, %9 : i32
    %14 = arith.muli %12, %c32_i32 : i32
    %15 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %16 = tt.splat %14 : i32 -> tensor<32xi32>
    %17 = arith.addi %16, %15 : tensor<32xi32>
    %18 = tt.splat %arg3 : i32 -> tensor<32xi32>
    %19 = arith.remsi %17, %18 : tensor<32xi32>
    %20 = arith.muli %13, %c64_i32 : i32
    %21 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %22 = tt.splat %20 : i32 -> tensor<64xi32>
    %23 = arith.addi %22, %21 : tensor<64xi32>
    %24 = tt.splat %arg4 : i32 -> tensor<64xi32>
    %25 = arith.remsi %23, %24 : tensor<64xi32>
    %26 = tt.expand_dims %19 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %27 = arith.extsi %26 : tensor<32x1xi32> to tensor<32x1xi64>
    %28 = arith.extsi %arg6 : i32 to i64
    %29 = tt.splat %28 : i64 -> tensor<32x1xi64>
    %30 = arith.muli %27, %29 : tensor<32x1xi64>
    %31 = tt.expand_dims %15 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %32 = arith.extsi %31 : tensor<1x32xi32> to tensor<1x32xi64>
    %33 = tt.broadcast %30 : tensor<32x1xi64> -> tensor<32x32xi64>
    %34 = tt.broadcast %32 : tensor<1x32xi64> -> tensor<32x32xi64>
    %35 = arith.addi %33, %34 : tensor<32x32xi64>
    %36 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<32x32x!tt.ptr<f16>>
    %37 = tt.addptr %36, %35 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi64>
    %38 = tt.expand_dims %15 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %39 = tt.splat %arg7 : i32 -> tensor<32x1xi32>
    %40 = arith.muli %38, %39 : tensor<32x1xi32>
    %41 = tt.expand_dims %25 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %42 = arith.extsi %41 : tensor<1x64xi32> to tensor<1x64xi64>
    %43 = arith.extsi %40 : tensor<32x1xi32> to tensor<32x1xi64>
    %44 = tt.broadcast %43 : tensor<32x1xi64> -> tensor<32x64xi64>
    %45 = tt.broadcast %42 : tensor<1x64xi64> -> tensor<32x64xi64>
    %46 = arith.addi %44, %45 : tensor<32x64xi64>
    %47 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
    %48 = tt.addptr %47, %46 : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi64>
    %49 = arith.addi %arg5, %c31_i32 : i32
    %50 = arith.divsi %49, %c32_i32 : i32
    %51:3 = scf.for %arg9 = %c0_i32 to %50 step %c1_i32 iter_args(%arg10 = %37, %arg11 = %48, %arg12 = %cst_0) -> (tensor<32x32x!tt.ptr<f16>>, tensor<32x64x!tt.ptr<f16>>, tensor<32x64xf32>)  : i32 {
      %74 = arith.muli %arg9, %c32_i32 : i32
      %75 = arith.subi %arg5, %74 : i32
      %76 = tt.splat %75 : i32 -> tensor<1x32xi32>
      %77 = arith.cmpi slt, %31, %76 : tensor<1x32xi32>
      %78 = tt.broadcast %77 : tensor<1x32xi1> -> tensor<32x32xi1>
      %79 = tt.load %arg10, %78, %cst_2 : tensor<32x32x!tt.ptr<f16>>
      %80 = tt.splat %75 : i32 -> tensor<32x1xi32>
      %81 = arith.cmpi slt, %38, %80 : tensor<32x1xi32>
      %82 = tt.broadcast %81 : tensor<32x1xi1> -> tensor<32x64xi1>
      %83 = tt.load %arg11, %82, %cst_1 : tensor<32x64x!tt.ptr<f16>>
      %84 = tt.dot %79, %83, %arg12, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x64xf16> -> tensor<32x64xf32>
      %85 = tt.addptr %arg10, %cst_3 : tensor<32x32x!tt.ptr<f16>>, tensor<32x32xi32>
      %86 = arith.muli %arg7, %c32_i32 : i32
      %87 = tt.splat %86 : i32 -> tensor<32x64xi32>
      %88 = tt.addptr %arg11, %87 : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
      scf.yield %85, %88, %84 : tensor<32x32x!tt.ptr<f16>>, tensor<32x64x!tt.ptr<f16>>, tensor<32x64xf32>
    }
    %52 = arith.cmpf oge, %51#2, %cst_0 : tensor<32x64xf32>
    %53 = arith.mulf %51#2, %cst : tensor<32x64xf32>
    %54 = arith.select %52, %51#2, %53 : tensor<32x64xi1>, tensor<32x64xf32>
    %55 = arith.truncf %54 : tensor<32x64xf32> to tensor<32x64xf16>
    %56 = tt.expand_dims %17 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %57 = arith.extsi %56 : tensor<32x1xi32> to tensor<32x1xi64>
    %58 = arith.extsi %arg8 : i32 to i64
    %59 = tt.splat %58 : i64 -> tensor<32x1xi64>
    %60 = arith.muli %57, %59 : tensor<32x1xi64>
    %61 = tt.splat %arg2 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %62 = tt.addptr %61, %60 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi64>
    %63 = tt.expand_dims %23 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %64 = tt.broadcast %62 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x64x!tt.ptr<f16>>
    %65 = tt.broadcast %63 : tensor<1x64xi32> -> tensor<32x64xi32>
    %66 = tt.addptr %64, %65 : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
    %67 = tt.splat %arg3 : i32 -> tensor<32x1xi32>
    %68 = arith.cmpi slt, %56, %67 : tensor<32x1xi32>
    %69 = tt.splat %arg4 : i32 -> tensor<1x64xi32>
    %70 = arith.cmpi slt, %63, %69 : tensor<1x64xi32>
    %71 = tt.broadcast %68 : tensor<32x1xi1> -> tensor<32x64xi1>
    %72 = tt.broadcast %70 : tensor<1x64xi1> -> tensor<32x64xi1>
    %73 = arith.andi %71, %72 : tensor<32x64xi1>
    tt.store %66, %55, %73 : tensor<32x64x!tt.ptr<f16>>
    tt.return
  }
}
