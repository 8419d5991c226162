module {
  tt.func public @split_k_matmul_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) attributes {noinline = false} {
    %c63_i32 = arith.constant 63 : i32
    %c31_i32 = arith.constant 31 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<64> : tensor<32x32xi32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %c64_i32 = arith.constant 64 : i32
    %c32_i32 = arith.constant 32 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = arith.addi %arg4, %c31_i32 : i32
    %3 = arith.divsi %2, %c32_i32 : i32
    %4 = arith.divsi %0, %3 : i32
    %5 = arith.remsi %0, %3 : i32
    %6 = arith.muli %4, %c32_i32 : i32
    %7 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %8 = tt.splat %6 : i32 -> tensor<32xi32>
    %9 = arith.addi %8, %7 : tensor<32xi32>
    %10 = arith.muli %5, %c32_i32 : i32
    %11 = tt.splat %10 : i32 -> tensor<32xi32>
    %12 = arith.addi %11, %7 : tensor<32xi32>
    %13 = arith.muli %1, %c32_i32 : i32
    %14 = tt.splat %13 : i32 -> tensor<32xi32>
    %15 = arith.addi %14, %7 : tensor<32xi32>
    %16 = tt.splat %arg3 : i32 -> tensor<32xi32>
    %17 = arith.remsi %9, %16 : tensor<32xi32>
    %18 = tt.expand_dims %17 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %19 = arith.extsi %18 : tensor<32x1xi32> to tensor<32x1xi64>
    %20 = arith.extsi %arg6 : i32 to i64
    %21 = tt.splat %20 : i64 -> tensor<32x1xi64>
    %22 = arith.muli %19, %21 : tensor<32x1xi64>
    %23 = tt.expand_dims %15 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %24 = arith.extsi %23 : tensor<1x32xi32> to tensor<1x32xi64>
    %25 = tt.broadcast %22 : tensor<32x1xi64> -> tensor<32x32xi64>
    %26 = tt.broadcast %24 : tensor<1x32xi64> -> tensor<32x32xi64>
    %27 = arith.addi %25, %26 : tensor<32x32xi64>
    %28 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %29 = tt.addptr %28, %27 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi64>
    %30 = tt.expand_dims %15 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %31 = tt.splat %arg7 : i32 -> tensor<32x1xi32>
    %32 = arith.muli %30, %31 : tensor<32x1xi32>
    %33 = tt.splat %arg4 : i32 -> tensor<32xi32>
    %34 = arith.remsi %12, %33 : tensor<32xi32>
    %35 = tt.expand_dims %34 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %36 = arith.extsi %35 : tensor<1x32xi32> to tensor<1x32xi64>
    %37 = arith.extsi %32 : tensor<32x1xi32> to tensor<32x1xi64>
    %38 = tt.broadcast %37 : tensor<32x1xi64> -> tensor<32x32xi64>
    %39 = tt.broadcast %36 : tensor<1x32xi64> -> tensor<32x32xi64>
    %40 = arith.addi %38, %39 : tensor<32x32xi64>
    %41 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %42 = tt.addptr %41, %40 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi64>
    %43 = arith.addi %arg5, %c63_i32 : i32
    %44 = arith.divsi %43, %c64_i32 : i32
    %45:3 = scf.for %arg9 = %c0_i32 to %44 step %c1_i32 iter_args(%arg10 = %29, %arg11 = %42, %arg12 = %cst_0) -> (tensor<32x32x!tt.ptr<f32>>, tensor<32x32x!tt.ptr<f32>>, tensor<32x32xf32>)  : i32 {
      %65 = arith.muli %arg9, %c64_i32 : i32
      %66 = arith.subi %arg5, %65 : i32
      %67 = tt.splat %66 : i32 -> tensor<1x32xi32>
      %68 = arith.cmpi slt, %23, %67 : tensor<1x32xi32>
      %69 = tt.broadcast %68 : tensor<1x32xi1> -> tensor<32x32xi1>
      %70 = tt.load %arg10, %69, %cst_0 : tensor<32x32x!tt.ptr<f32>>
      %71 = tt.splat %66 : i32 -> tensor<32x1xi32>
      %72 = arith.cmpi slt, %30, %71 : tensor<32x1xi32>
      %73 = tt.broadcast %72 : tensor<32x1xi1> -> tensor<32x32xi1>
      %74 = tt.load %arg11, %73, %cst_0 : tensor<32x32x!tt.ptr<f32>>
      %75 = tt.dot %70, %74, %arg12, inputPrecision = tf32 : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
      %76 = tt.addptr %arg10, %cst : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
      %77 = arith.muli %arg7, %c64_i32 : i32
      %78 = tt.splat %77 : i32 -> tensor<32x32xi32>
      %79 = tt.addptr %arg11, %78 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
      scf.yield %76, %79, %75 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32x!tt.ptr<f32>>, tensor<32x32xf32>
    }
    %46 = tt.expand_dims %9 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %47 = arith.extsi %46 : tensor<32x1xi32> to tensor<32x1xi64>
    %48 = arith.extsi %arg8 : i32 to i64
    %49 = tt.splat %48 : i64 -> tensor<32x1xi64>
    %50 = arith.muli %47, %49 : tensor<32x1xi64>
    %51 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %52 = tt.addptr %51, %50 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi64>
    %53 = tt.expand_dims %12 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %54 = tt.broadcast %52 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x32x!tt.ptr<f32>>
    %55 = tt.broadcast %53 : tensor<1x32xi32> -> tensor<32x32xi32>
    %56 = tt.addptr %54, %55 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %57 = tt.splat %arg3 : i32 -> tensor<32x1xi32>
    %58 = arith.cmpi slt, %46, %57 : tensor<32x1xi32>
    %59 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
    %60 = arith.cmpi slt, %53, %59 : tensor<1x32xi32>
    %61 = tt.broadcast %58 : tensor<32x1xi1> -> tensor<32x32xi1>
    %62 = tt.broadcast %60 : tensor<1x32xi1> -> tensor<32x32xi1>
    %63 = arith.andi %61, %62 : tensor<32x32xi1>
    %64 = tt.atomic_rmw fadd, relaxed, gpu, %56, %45#2, %63 : (tensor<32x32x!tt.ptr<f32>>, tensor<32x32xf32>, tensor<32x32xi1>) -> tensor<32x32xf32>
    tt.return
  }
}
