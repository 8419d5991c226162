module {
  tt.func public @blocked_cumsum_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: i32, %arg3: i32, %arg4: i32) attributes {noinline = false} {
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<256xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = scf.for %arg5 = %c0_i32 to %arg4 step %c256_i32 iter_args(%arg6 = %cst_0) -> (f32)  : i32 {
      %3 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
      %4 = tt.splat %arg5 : i32 -> tensor<256xi32>
      %5 = arith.addi %4, %3 : tensor<256xi32>
      %6 = tt.splat %arg4 : i32 -> tensor<256xi32>
      %7 = arith.cmpi slt, %5, %6 : tensor<256xi32>
      %8 = arith.extsi %arg2 : i32 to i64
      %9 = arith.muli %1, %8 : i64
      %10 = tt.addptr %arg0, %9 : !tt.ptr<f32>, i64
      %11 = tt.splat %10 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %12 = tt.addptr %11, %5 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %13 = tt.load %12, %7, %cst : tensor<256x!tt.ptr<f32>>
      %14 = "tt.scan"(%13) <{axis = 0 : i32, reverse = false}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %24 = arith.addf %arg7, %arg8 : f32
        tt.scan.return %24 : f32
      }) : (tensor<256xf32>) -> tensor<256xf32>
      %15 = tt.splat %arg6 : f32 -> tensor<256xf32>
      %16 = arith.addf %14, %15 : tensor<256xf32>
      %17 = arith.extsi %arg3 : i32 to i64
      %18 = arith.muli %1, %17 : i64
      %19 = tt.addptr %arg1, %18 : !tt.ptr<f32>, i64
      %20 = tt.splat %19 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %21 = tt.addptr %20, %5 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      tt.store %21, %16, %7 : tensor<256x!tt.ptr<f32>>
      %22 = "tt.reduce"(%13) <{axis = 0 : i32}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %24 = arith.addf %arg7, %arg8 : f32
        tt.reduce.return %24 : f32
      }) : (tensor<256xf32>) -> f32
      %23 = arith.addf %arg6, %22 : f32
      scf.yield %23 : f32
    }
    tt.return
  }
}
