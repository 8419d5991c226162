module {
  tt.func public @cross_entropy_fwd_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<i64>, %arg2: !tt.ptr<f32>, %arg3: !tt.ptr<f32>, %arg4: i32, %arg5: i32, %arg6: i32) attributes {noinline = false} {
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst = arith.constant dense<0xFF800000> : tensor<256xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.extsi %arg4 : i32 to i64
    %3 = arith.muli %1, %2 : i64
    %4 = tt.addptr %arg0, %3 : !tt.ptr<f32>, i64
    %5 = tt.addptr %arg1, %1 : !tt.ptr<i64>, i64
    %6 = tt.load %5 : !tt.ptr<i64>
    %7:2 = scf.for %arg7 = %c0_i32 to %arg5 step %c256_i32 iter_args(%arg8 = %cst_1, %arg9 = %cst_0) -> (f32, f32)  : i32 {
      %19 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
      %20 = tt.splat %arg7 : i32 -> tensor<256xi32>
      %21 = arith.addi %20, %19 : tensor<256xi32>
      %22 = tt.splat %arg5 : i32 -> tensor<256xi32>
      %23 = arith.cmpi slt, %21, %22 : tensor<256xi32>
      %24 = tt.splat %4 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %25 = tt.addptr %24, %21 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %26 = tt.load %25, %23, %cst : tensor<256x!tt.ptr<f32>>
      %27 = "tt.reduce"(%26) <{axis = 0 : i32}> ({
      ^bb0(%arg10: f32, %arg11: f32):
        %37 = arith.maxnumf %arg10, %arg11 : f32
        tt.reduce.return %37 : f32
      }) : (tensor<256xf32>) -> f32
      %28 = arith.maxnumf %arg8, %27 : f32
      %29 = arith.subf %arg8, %28 : f32
      %30 = math.exp %29 : f32
      %31 = arith.mulf %arg9, %30 : f32
      %32 = tt.splat %28 : f32 -> tensor<256xf32>
      %33 = arith.subf %26, %32 : tensor<256xf32>
      %34 = math.exp %33 : tensor<256xf32>
      %35 = "tt.reduce"(%34) <{axis = 0 : i32}> ({
      ^bb0(%arg10: f32, %arg11: f32):
        %37 = arith.addf %arg10, %arg11 : f32
        tt.reduce.return %37 : f32
      }) : (tensor<256xf32>) -> f32
      %36 = arith.addf %31, %35 : f32
      scf.yield %28, %36 : f32, f32
    }
    %8 = math.log %7#1 : f32
    %9 = arith.addf %7#0, %8 : f32
    %10 = arith.extsi %arg6 : i32 to i64
    %11 = arith.cmpi ne, %6, %10 : i64
    %12 = arith.addi %3, %6 : i64
    %13 = tt.addptr %arg0, %12 : !tt.ptr<f32>, i64
    %14 = tt.load %13, %11, %cst_0 : !tt.ptr<f32>
    %15 = arith.subf %9, %14 : f32
    %16 = arith.select %11, %15, %cst_0 : f32
    %17 = tt.addptr %arg2, %1 : !tt.ptr<f32>, i64
    tt.store %17, %16 : !tt.ptr<f32>
    %18 = tt.addptr %arg3, %1 : !tt.ptr<f32>, i64
    tt.store %18, %9 : !tt.ptr<f32>
    tt.return
  }
}
