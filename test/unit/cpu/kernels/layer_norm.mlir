module {
  tt.func public @layer_norm_fwd_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: !tt.ptr<f32>, %arg3: !tt.ptr<f32>, %arg4: !tt.ptr<f32>, %arg5: !tt.ptr<f32>, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: f32) attributes {noinline = false} {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<1024xf32>
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %3 = tt.splat %arg8 : i32 -> tensor<1024xi32>
    %4 = arith.cmpi slt, %2, %3 : tensor<1024xi32>
    %5 = arith.extsi %arg6 : i32 to i64
    %6 = arith.muli %1, %5 : i64
    %7 = tt.addptr %arg0, %6 : !tt.ptr<f32>, i64
    %8 = tt.splat %7 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %9 = tt.addptr %8, %2 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %10 = tt.load %9, %4, %cst_0 : tensor<1024x!tt.ptr<f32>>
    %11 = "tt.reduce"(%10) <{axis = 0 : i32}> ({
    ^bb0(%arg10: f32, %arg11: f32):
      %40 = arith.addf %arg10, %arg11 : f32
      tt.reduce.return %40 : f32
    }) : (tensor<1024xf32>) -> f32
    %12 = arith.sitofp %arg8 : i32 to f32
    %13 = arith.divf %11, %12 : f32
    %14 = tt.splat %13 : f32 -> tensor<1024xf32>
    %15 = arith.subf %10, %14 : tensor<1024xf32>
    %16 = arith.select %4, %15, %cst_0 : tensor<1024xi1>, tensor<1024xf32>
    %17 = arith.mulf %16, %16 : tensor<1024xf32>
    %18 = "tt.reduce"(%17) <{axis = 0 : i32}> ({
    ^bb0(%arg10: f32, %arg11: f32):
      %40 = arith.addf %arg10, %arg11 : f32
      tt.reduce.return %40 : f32
    }) : (tensor<1024xf32>) -> f32
    %19 = arith.divf %18, %12 : f32
    %20 = arith.addf %19, %arg9 : f32
    %21 = math.sqrt %20 : f32
    %22 = arith.divf %cst, %21 : f32
    %23 = tt.addptr %arg4, %1 : !tt.ptr<f32>, i64
    tt.store %23, %13 : !tt.ptr<f32>
    %24 = tt.addptr %arg5, %1 : !tt.ptr<f32>, i64
    tt.store %24, %22 : !tt.ptr<f32>
    %25 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %26 = tt.addptr %25, %2 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %27 = tt.load %26, %4, %cst_0 : tensor<1024x!tt.ptr<f32>>
    %28 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %29 = tt.addptr %28, %2 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %30 = tt.load %29, %4, %cst_0 : tensor<1024x!tt.ptr<f32>>
    %31 = tt.splat %22 : f32 -> tensor<1024xf32>
    %32 = arith.mulf %16, %31 : tensor<1024xf32>
    %33 = arith.mulf %32, %27 : tensor<1024xf32>
    %34 = arith.addf %33, %30 : tensor<1024xf32>
    %35 = arith.extsi %arg7 : i32 to i64
    %36 = arith.muli %1, %35 : i64
    %37 = tt.addptr %arg3, %36 : !tt.ptr<f32>, i64
    %38 = tt.splat %37 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %39 = tt.addptr %38, %2 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    tt.store %39, %34, %4 : tensor<1024x!tt.ptr<f32>>
    tt.return
  }
}
