module {
  tt.func public @grouped_gemm_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: !tt.ptr<f32>, %arg3: !tt.ptr<i32>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32, %arg10: i32) attributes {noinline = false} {
    %c15_i32 = arith.constant 15 : i32
    %c31_i32 = arith.constant 31 : i32
    %c1_i32 = arith.constant 1 : i32
    %c3_i32 = arith.constant 3 : i32
    %cst = arith.constant dense<16> : tensor<16x16xi32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x32xf32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<16x16xf32>
    %c32_i32 = arith.constant 32 : i32
    %c16_i32 = arith.constant 16 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg5, %c31_i32 : i32
    %2 = arith.divsi %1, %c32_i32 : i32
    %3 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %4:3 = scf.for %arg11 = %c0_i32 to %arg4 step %c1_i32 iter_args(%arg12 = %0, %arg13 = %c0_i32, %arg14 = %c0_i32) -> (i32, i32, i32)  : i32 {
      %5 = tt.addptr %arg3, %arg11 : !tt.ptr<i32>, i32
      %6 = tt.load %5 : !tt.ptr<i32>
      %7 = arith.subi %6, %arg14 : i32
      %8 = arith.addi %7, %c15_i32 : i32
      %9 = arith.divsi %8, %c16_i32 : i32
      %10 = arith.muli %9, %2 : i32
      %11 = scf.while (%arg15 = %arg12) : (i32) -> i32 {
        %13 = arith.addi %arg13, %10 : i32
        %14 = arith.cmpi slt, %arg15, %13 : i32
        scf.condition(%14) %arg15 : i32
      } do {
      ^bb0(%arg15: i32):
        %13 = arith.subi %arg15, %arg13 : i32
        %14 = arith.remsi %13, %9 : i32
        %15 = arith.divsi %13, %9 : i32
        %16 = arith.muli %14, %c16_i32 : i32
        %17 = arith.addi %arg14, %16 : i32
        %18 = tt.splat %17 : i32 -> tensor<16xi32>
        %19 = arith.addi %18, %3 : tensor<16xi32>
        %20 = arith.muli %15, %c32_i32 : i32
        %21 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
        %22 = tt.splat %20 : i32 -> tensor<32xi32>
        %23 = arith.addi %22, %21 : tensor<32xi32>
        %24 = tt.expand_dims %19 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
        %25 = tt.splat %6 : i32 -> tensor<16x1xi32>
        %26 = arith.cmpi slt, %24, %25 : tensor<16x1xi32>
        %27 = tt.expand_dims %23 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
        %28 = tt.splat %arg5 : i32 -> tensor<1x32xi32>
        %29 = arith.cmpi slt, %27, %28 : tensor<1x32xi32>
        %30 = arith.extsi %24 : tensor<16x1xi32> to tensor<16x1xi64>
        %31 = arith.extsi %arg7 : i32 to i64
        %32 = tt.splat %31 : i64 -> tensor<16x1xi64>
        %33 = arith.muli %30, %32 : tensor<16x1xi64>
        %34 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
        %35 = tt.addptr %34, %33 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi64>
        %36 = tt.expand_dims %3 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
        %37 = tt.broadcast %35 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x16x!tt.ptr<f32>>
        %38 = tt.broadcast %36 : tensor<1x16xi32> -> tensor<16x16xi32>
        %39 = tt.addptr %37, %38 : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
        %40 = arith.extsi %arg11 : i32 to i64
        %41 = arith.extsi %arg8 : i32 to i64
        %42 = arith.muli %40, %41 : i64
        %43 = tt.addptr %arg1, %42 : !tt.ptr<f32>, i64
        %44 = tt.expand_dims %3 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
        %45 = tt.splat %arg9 : i32 -> tensor<16x1xi32>
        %46 = arith.muli %44, %45 : tensor<16x1xi32>
        %47 = tt.splat %43 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
        %48 = tt.addptr %47, %46 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi32>
        %49 = tt.broadcast %48 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x32x!tt.ptr<f32>>
        %50 = tt.broadcast %27 : tensor<1x32xi32> -> tensor<16x32xi32>
        %51 = tt.addptr %49, %50 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
        %52 = arith.addi %arg6, %c15_i32 : i32
        %53 = arith.divsi %52, %c16_i32 : i32
        %54:3 = scf.for %arg16 = %c0_i32 to %53 step %c1_i32 iter_args(%arg17 = %39, %arg18 = %51, %arg19 = %cst_0) -> (tensor<16x16x!tt.ptr<f32>>, tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>)  : i32 {
          %66 = arith.muli %arg16, %c16_i32 : i32
          %67 = arith.subi %arg6, %66 : i32
          %68 = tt.splat %67 : i32 -> tensor<1x16xi32>
          %69 = arith.cmpi slt, %36, %68 : tensor<1x16xi32>
          %70 = tt.broadcast %26 : tensor<16x1xi1> -> tensor<16x16xi1>
          %71 = tt.broadcast %69 : tensor<1x16xi1> -> tensor<16x16xi1>
          %72 = arith.andi %70, %71 : tensor<16x16xi1>
          %73 = tt.load %arg17, %72, %cst_1 : tensor<16x16x!tt.ptr<f32>>
          %74 = tt.splat %67 : i32 -> tensor<16x1xi32>
          %75 = arith.cmpi slt, %44, %74 : tensor<16x1xi32>
          %76 = tt.broadcast %75 : tensor<16x1xi1> -> tensor<16x32xi1>
          %77 = tt.broadcast %29 : tensor<1x32xi1> -> tensor<16x32xi1>
          %78 = arith.andi %76, %77 : tensor<16x32xi1>
          %79 = tt.load %arg18, %78, %cst_0 : tensor<16x32x!tt.ptr<f32>>
          %80 = tt.dot %73, %79, %arg19, inputPrecision = tf32 : tensor<16x16xf32> * tensor<16x32xf32> -> tensor<16x32xf32>
          %81 = tt.addptr %arg17, %cst : tensor<16x16x!tt.ptr<f32>>, tensor<16x16xi32>
          %82 = arith.muli %arg9, %c16_i32 : i32
          %83 = tt.splat %82 : i32 -> tensor<16x32xi32>
          %84 = tt.addptr %arg18, %83 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
          scf.yield %81, %84, %80 : tensor<16x16x!tt.ptr<f32>>, tensor<16x32x!tt.ptr<f32>>, tensor<16x32xf32>
        }
        %55 = arith.extsi %arg10 : i32 to i64
        %56 = tt.splat %55 : i64 -> tensor<16x1xi64>
        %57 = arith.muli %30, %56 : tensor<16x1xi64>
        %58 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<16x1x!tt.ptr<f32>>
        %59 = tt.addptr %58, %57 : tensor<16x1x!tt.ptr<f32>>, tensor<16x1xi64>
        %60 = tt.broadcast %59 : tensor<16x1x!tt.ptr<f32>> -> tensor<16x32x!tt.ptr<f32>>
        %61 = tt.addptr %60, %50 : tensor<16x32x!tt.ptr<f32>>, tensor<16x32xi32>
        %62 = tt.broadcast %26 : tensor<16x1xi1> -> tensor<16x32xi1>
        %63 = tt.broadcast %29 : tensor<1x32xi1> -> tensor<16x32xi1>
        %64 = arith.andi %62, %63 : tensor<16x32xi1>
        tt.store %61, %54#2, %64 : tensor<16x32x!tt.ptr<f32>>
        %65 = arith.addi %arg15, %c3_i32 : i32
        scf.yield %65 : i32
      }
      %12 = arith.addi %arg13, %10 : i32
      scf.yield %11, %12, %6 : i32, i32, i32
    }
    tt.return
  }
}
