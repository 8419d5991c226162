module {
  tt.func public @blocked_cumsum_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: i32, %arg3: i32, %arg4: i32) attributes {noinline = false} {
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0.000000e+00> : tensor<256xf32>
    %cst_0 = arith.constant dense<-2147483648> : tensor<256xi64>
    %cst_1 = arith.constant dense<2147483647> : tensor<256xi64>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = scf.for %arg5 = %c0_i32 to %arg4 step %c256_i32 iter_args(%arg6 = %cst_2) -> (f32)  : i32 {
      %3 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
      %4 = tt.splat %arg5 : i32 -> tensor<256xi32>
      %5 = arith.extsi %arg5 : i32 to i64
      %6 = tt.splat %5 : i64 -> tensor<256xi64>
      %7 = arith.extsi %3 : tensor<256xi32> to tensor<256xi64>
      %8 = arith.addi %6, %7 : tensor<256xi64>
      %9 = arith.cmpi sle, %8, %cst_1 : tensor<256xi64>
      %10 = arith.cmpi sge, %8, %cst_0 : tensor<256xi64>
      %11 = arith.andi %9, %10 : tensor<256xi1>
      tt.assert %11, "int32 overflow detected for operation add" : tensor<256xi1>
      %12 = arith.addi %4, %3 : tensor<256xi32>
      %13 = tt.splat %arg4 : i32 -> tensor<256xi32>
      %14 = arith.cmpi slt, %12, %13 : tensor<256xi32>
      %15 = arith.extsi %arg2 : i32 to i64
      %16 = arith.muli %1, %15 : i64
      %17 = tt.addptr %arg0, %16 : !tt.ptr<f32>, i64
      %18 = tt.splat %17 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %19 = tt.addptr %18, %12 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %20 = tt.load %19, %14, %cst : tensor<256x!tt.ptr<f32>>
      %21 = "tt.scan"(%20) <{axis = 0 : i32, reverse = false}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %31 = arith.addf %arg7, %arg8 : f32
        tt.scan.return %31 : f32
      }) : (tensor<256xf32>) -> tensor<256xf32>
      %22 = tt.splat %arg6 : f32 -> tensor<256xf32>
      %23 = arith.addf %21, %22 : tensor<256xf32>
      %24 = arith.extsi %arg3 : i32 to i64
      %25 = arith.muli %1, %24 : i64
      %26 = tt.addptr %arg1, %25 : !tt.ptr<f32>, i64
      %27 = tt.splat %26 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %28 = tt.addptr %27, %12 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      tt.store %28, %23, %14 : tensor<256x!tt.ptr<f32>>
      %29 = "tt.reduce"(%20) <{axis = 0 : i32}> ({
      ^bb0(%arg7: f32, %arg8: f32):
        %31 = arith.addf %arg7, %arg8 : f32
        tt.reduce.return %31 : f32
      }) : (tensor<256xf32>) -> f32
      %30 = arith.addf %arg6, %29 : f32
      scf.yield %30 : f32
    }
    tt.return
  }
}
