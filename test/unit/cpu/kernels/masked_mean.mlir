module {
  tt.func public @masked_mean_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<i8>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0> : tensor<256xi8>
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<256xf32>
    %cst_2 = arith.constant dense<0> : tensor<256xi32>
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.extsi %arg3 : i32 to i64
    %3 = arith.muli %1, %2 : i64
    %4 = tt.addptr %arg0, %3 : !tt.ptr<f32>, i64
    %5 = arith.extsi %arg4 : i32 to i64
    %6 = arith.muli %1, %5 : i64
    %7 = tt.addptr %arg1, %6 : !tt.ptr<i8>, i64
    %8:2 = scf.for %arg6 = %c0_i32 to %arg5 step %c256_i32 iter_args(%arg7 = %cst_1, %arg8 = %cst_1) -> (tensor<256xf32>, tensor<256xf32>)  : i32 {
      %14 = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
      %15 = tt.splat %arg6 : i32 -> tensor<256xi32>
      %16 = arith.addi %15, %14 : tensor<256xi32>
      %17 = tt.splat %arg5 : i32 -> tensor<256xi32>
      %18 = arith.cmpi slt, %16, %17 : tensor<256xi32>
      %19 = tt.splat %7 : !tt.ptr<i8> -> tensor<256x!tt.ptr<i8>>
      %20 = tt.addptr %19, %16 : tensor<256x!tt.ptr<i8>>, tensor<256xi32>
      %21 = tt.load %20, %18, %cst : tensor<256x!tt.ptr<i8>>
      %22 = arith.extui %21 : tensor<256xi8> to tensor<256xi32>
      %23 = arith.cmpi ne, %22, %cst_2 : tensor<256xi32>
      %24 = arith.andi %18, %23 : tensor<256xi1>
      %25 = tt.splat %4 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %26 = tt.addptr %25, %16 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %27 = tt.load %26, %24, %cst_1 : tensor<256x!tt.ptr<f32>>
      %28 = arith.addf %arg7, %27 : tensor<256xf32>
      %29 = arith.uitofp %23 : tensor<256xi1> to tensor<256xf32>
      %30 = arith.addf %arg8, %29 : tensor<256xf32>
      scf.yield %28, %30 : tensor<256xf32>, tensor<256xf32>
    }
    %9 = "tt.reduce"(%8#1) <{axis = 0 : i32}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      %14 = arith.addf %arg6, %arg7 : f32
      tt.reduce.return %14 : f32
    }) : (tensor<256xf32>) -> f32
    %10 = arith.maxnumf %9, %cst_0 : f32
    %11 = "tt.reduce"(%8#0) <{axis = 0 : i32}> ({
    ^bb0(%arg6: f32, %arg7: f32):
      %14 = arith.addf %arg6, %arg7 : f32
      tt.reduce.return %14 : f32
    }) : (tensor<256xf32>) -> f32
    %12 = arith.divf %11, %10 : f32
    %13 = tt.addptr %arg2, %1 : !tt.ptr<f32>, i64
    tt.store %13, %12 : !tt.ptr<f32>
    tt.return
  }
}
