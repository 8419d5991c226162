module {
  tt.func public @cross_entropy_fwd_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<i64>, %arg2: !tt.ptr<f32>, %arg3: !tt.ptr<f32>, %arg4: i32, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0xFF800000> : tensor<256xf32>
    %cst_0 = arith.constant dense<-2147483648> : tensor<256xi64>
    %cst_1 = arith.constant dense<2147483647> : tensor<256xi64>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant 0xFF800000 : f32
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.extsi %arg4 : i32 to i64
    %3 = arith.muli %1, %2 : i64
    %4 = tt.addptr %arg0, %3 : !tt.ptr<f32>, i64
    %5 = tt.addptr %arg1, %1 : !tt.ptr<i64>, i64
    %6 = tt.load %5 : !tt.ptr<i64>
    %7:2 = scf.for %arg7 = %c0_i32 to %arg5 step %c256_i32 iter_args(%arg8 = %cst_3, %arg9 = %cst_2) -> (f32, f32)  : i32 {
      %19 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
      %20 = tt.splat %arg7 : i32 -> tensor<256xi32>
      %21 = arith.extsi %arg7 : i32 to i64
      %22 = tt.splat %21 : i64 -> tensor<256xi64>
      %23 = arith.extsi %19 : tensor<256xi32> to tensor<256xi64>
      %24 = arith.addi %22, %23 : tensor<256xi64>
      %25 = arith.cmpi sle, %24, %cst_1 : tensor<256xi64>
      %26 = arith.cmpi sge, %24, %cst_0 : tensor<256xi64>
      %27 = arith.andi %25, %26 : tensor<256xi1>
      tt.assert %27, "int32 overflow detected for operation add" : tensor<256xi1>
      %28 = arith.addi %20, %19 : tensor<256xi32>
      %29 = tt.splat %arg5 : i32 -> tensor<256xi32>
      %30 = arith.cmpi slt, %28, %29 : tensor<256xi32>
      %31 = tt.splat %4 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %32 = tt.addptr %31, %28 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %33 = tt.load %32, %30, %cst : tensor<256x!tt.ptr<f32>>
      %34 = "tt.reduce"(%33) <{axis = 0 : i32}> ({
      ^bb0(%arg10: f32, %arg11: f32):
        %44 = arith.maxnumf %arg10, %arg11 : f32
        tt.reduce.return %44 : f32
      }) : (tensor<256xf32>) -> f32
      %35 = arith.maxnumf %arg8, %34 : f32
      %36 = arith.subf %arg8, %35 : f32
      %37 = math.exp %36 : f32
      %38 = arith.mulf %arg9, %37 : f32
      %39 = tt.splat %35 : f32 -> tensor<256xf32>
      %40 = arith.subf %33, %39 : tensor<256xf32>
      %41 = math.exp %40 : tensor<256xf32>
      %42 = "tt.reduce"(%41) <{axis = 0 : i32}> ({
      ^bb0(%arg10: f32, %arg11: f32):
        %44 = arith.addf %arg10, %arg11 : f32
        tt.reduce.return %44 : f32
      }) : (tensor<256xf32>) -> f32
      %43 = arith.addf %38, %42 : f32
      scf.yield %35, %43 : f32, f32
    }
    %8 = math.log %7#1 : f32
    %9 = arith.addf %7#0, %8 : f32
    %10 = arith.extsi %arg6 : i32 to i64
    %11 = arith.cmpi ne, %6, %10 : i64
    %12 = arith.addi %3, %6 : i64
    %13 = tt.addptr %arg0, %12 : !tt.ptr<f32>, i64
    %14 = tt.load %13, %11, %cst_2 : !tt.ptr<f32>
    %15 = arith.subf %9, %14 : f32
    %16 = arith.select %11, %15, %cst_2 : f32
    %17 = tt.addptr %arg2, %1 : !tt.ptr<f32>, i64
    tt.store %17, %16 : !tt.ptr<f32>
    %18 = tt.addptr %arg3, %1 : !tt.ptr<f32>, i64
    tt.store %18, %9 : !tt.ptr<f32>
    tt.return
  }
}
