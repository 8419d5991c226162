module {
  tt.func public @cumsum_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: i32, %arg3: i32, %arg4: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<512xf32>
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
    %3 = tt.splat %arg4 : i32 -> tensor<512xi32>
    %4 = arith.cmpi slt, %2, %3 : tensor<512xi32>
    %5 = arith.extsi %arg2 : i32 to i64
    %6 = arith.muli %1, %5 : i64
    %7 = tt.addptr %arg0, %6 : !tt.ptr<f32>, i64
    %8 = tt.splat %7 : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
    %9 = tt.addptr %8, %2 : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    %10 = tt.load %9, %4, %cst : tensor<512x!tt.ptr<f32>>
    %11 = "tt.scan"(%10) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      %17 = arith.addf %arg5, %arg6 : f32
      tt.scan.return %17 : f32
    }) : (tensor<512xf32>) -> tensor<512xf32>
    %12 = arith.extsi %arg3 : i32 to i64
    %13 = arith.muli %1, %12 : i64
    %14 = tt.addptr %arg1, %13 : !tt.ptr<f32>, i64
    %15 = tt.splat %14 : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
    %16 = tt.addptr %15, %2 : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    tt.store %16, %11, %4 : tensor<512x!tt.ptr<f32>>
    tt.return
  }
}
