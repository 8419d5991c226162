module {
  tt.func public @masked_mean_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<i8>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0> : tensor<256xi8>
    %c256_i32 = arith.constant 256 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<256xf32>
    %cst_2 = arith.constant dense<0> : tensor<256xi32>
    %cst_3 = arith.constant dense<-2147483648> : tensor<256xi64>
    %cst_4 = arith.constant dense<2147483647> : tensor<256xi64>
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
      %16 = arith.extsi %arg6 : i32 to i64
      %17 = tt.splat %16 : i64 -> tensor<256xi64>
      %18 = arith.extsi %14 : tensor<256xi32> to tensor<256xi64>
      %19 = arith.addi %17, %18 : tensor<256xi64>
      %20 = arith.cmpi sle, %19, %cst_4 : tensor<256xi64>
      %21 = arith.cmpi sge, %19, %cst_3 : tensor<256xi64>
      %22 = arith.andi %20, %21 : tensor<256xi1>
      tt.assert %22, "int32 overflow detected for operation add" : tensor<256xi1>
      %23 = arith.addi %15, %14 : tensor<256xi32>
      %24 = tt.splat %arg5 : i32 -> tensor<256xi32>
      %25 = arith.cmpi slt, %23, %24 : tensor<256xi32>
      %26 = tt.splat %7 : !tt.ptr<i8> -> tensor<256x!tt.ptr<i8>>
      %27 = tt.addptr %26, %23 : tensor<256x!tt.ptr<i8>>, tensor<256xi32>
      %28 = tt.load %27, %25, %cst : tensor<256x!tt.ptr<i8>>
      %29 = arith.extui %28 : tensor<256xi8> to tensor<256xi32>
      %30 = arith.cmpi ne, %29, %cst_2 : tensor<256xi32>
      %31 = arith.andi %25, %30 : tensor<256xi1>
      %32 = tt.splat %4 : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
      %33 = tt.addptr %32, %23 : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
      %34 = tt.load %33, %31, %cst_1 : tensor<256x!tt.ptr<f32>>
      %35 = arith.addf %arg7, %34 : tensor<256xf32>
      %36 = arith.uitofp %30 : tensor<256xi1> to tensor<256xf32>
      %37 = arith.addf %arg8, %36 : tensor<256xf32>
      scf.yield %35, %37 : tensor<256xf32>, tensor<256xf32>
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
