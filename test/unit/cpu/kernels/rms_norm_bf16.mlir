module {
  tt.func public @rms_norm_fwd_kernel(%arg0: !tt.ptr<bf16>, %arg1: !tt.ptr<bf16>, %arg2: !tt.ptr<bf16>, %arg3: !tt.ptr<f32>, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: f32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<2048xbf16>
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = tt.make_range {end = 2048 : i32, start = 0 : i32} : tensor<2048xi32>
    %3 = tt.splat %arg6 : i32 -> tensor<2048xi32>
    %4 = arith.cmpi slt, %2, %3 : tensor<2048xi32>
    %5 = arith.extsi %arg4 : i32 to i64
    %6 = arith.muli %1, %5 : i64
    %7 = tt.addptr %arg0, %6 : !tt.ptr<bf16>, i64
    %8 = tt.splat %7 : !tt.ptr<bf16> -> tensor<2048x!tt.ptr<bf16>>
    %9 = tt.addptr %8, %2 : tensor<2048x!tt.ptr<bf16>>, tensor<2048xi32>
    %10 = tt.load %9, %4, %cst : tensor<2048x!tt.ptr<bf16>>
    %11 = arith.extf %10 : tensor<2048xbf16> to tensor<2048xf32>
    %12 = arith.mulf %11, %11 : tensor<2048xf32>
    %13 = "tt.reduce"(%12) <{axis = 0 : i32}> ({
    ^bb0(%arg8: f32, %arg9: f32):
      %32 = arith.addf %arg8, %arg9 : f32
      tt.reduce.return %32 : f32
    }) : (tensor<2048xf32>) -> f32
    %14 = arith.sitofp %arg6 : i32 to f32
    %15 = arith.divf %13, %14 : f32
    %16 = arith.addf %15, %arg7 : f32
    %17 = math.rsqrt %16 : f32
    %18 = tt.addptr %arg3, %1 : !tt.ptr<f32>, i64
    tt.store %18, %17 : !tt.ptr<f32>
    %19 = tt.splat %arg1 : !tt.ptr<bf16> -> tensor<2048x!tt.ptr<bf16>>
    %20 = tt.addptr %19, %2 : tensor<2048x!tt.ptr<bf16>>, tensor<2048xi32>
    %21 = tt.load %20, %4, %cst : tensor<2048x!tt.ptr<bf16>>
    %22 = arith.extf %21 : tensor<2048xbf16> to tensor<2048xf32>
    %23 = tt.splat %17 : f32 -> tensor<2048xf32>
    %24 = arith.mulf %11, %23 : tensor<2048xf32>
    %25 = arith.mulf %24, %22 : tensor<2048xf32>
    %26 = arith.extsi %arg5 : i32 to i64
    %27 = arith.muli %1, %26 : i64
    %28 = tt.addptr %arg2, %27 : !tt.ptr<bf16>, i64
    %29 = tt.splat %28 : !tt.ptr<bf16> -> tensor<2048x!tt.ptr<bf16>>
    %30 = tt.addptr %29, %2 : tensor<2048x!tt.ptr<bf16>>, tensor<2048xi32>
    %31 = arith.truncf %25 : tensor<2048xf32> to tensor<2048xbf16>
    tt.store %30, %31, %4 : tensor<2048x!tt.ptr<bf16>>
    tt.return
  }
}
