module {
  tt.func public @linear_recurrence_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<512xf32>
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<512xf32>
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
    %3 = tt.splat %arg6 : i32 -> tensor<512xi32>
    %4 = arith.cmpi slt, %2, %3 : tensor<512xi32>
    %5 = arith.extsi %arg3 : i32 to i64
    %6 = arith.muli %1, %5 : i64
    %7 = tt.addptr %arg0, %6 : !tt.ptr<f32>, i64
    %8 = tt.splat %7 : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
    %9 = tt.addptr %8, %2 : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    %10 = tt.load %9, %4, %cst_0 : tensor<512x!tt.ptr<f32>>
    %11 = arith.extsi %arg4 : i32 to i64
    %12 = arith.muli %1, %11 : i64
    %13 = tt.addptr %arg1, %12 : !tt.ptr<f32>, i64
    %14 = tt.splat %13 : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
    %15 = tt.addptr %14, %2 : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    %16 = tt.load %15, %4, %cst : tensor<512x!tt.ptr<f32>>
    %17:2 = "tt.scan"(%10, %16) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%arg7: f32, %arg8: f32, %arg9: f32, %arg10: f32):
      %23 = arith.mulf %arg7, %arg9 : f32
      %24 = arith.mulf %arg9, %arg8 : f32
      %25 = arith.addf %24, %arg10 : f32
      tt.scan.return %23, %25 : f32, f32
    }) : (tensor<512xf32>, tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>)
    %18 = arith.extsi %arg5 : i32 to i64
    %19 = arith.muli %1, %18 : i64
    %20 = tt.addptr %arg2, %19 : !tt.ptr<f32>, i64
    %21 = tt.splat %20 : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
    %22 = tt.addptr %21, %2 : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
    tt.store %22, %17#1, %4 : tensor<512x!tt.ptr<f32>>
    tt.return
  }
}
