module {
  tt.func public @relu_add_kernel(%arg0: !tt.ptr<bf16>, %arg1: !tt.ptr<bf16>, %arg2: !tt.ptr<bf16>, %arg3: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<512xbf16>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<512xf32>
    %c512_i64 = arith.constant 512 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.muli %1, %c512_i64 : i64
    %3 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
    %4 = arith.extsi %3 : tensor<512xi32> to tensor<512xi64>
    %5 = tt.splat %2 : i64 -> tensor<512xi64>
    %6 = arith.addi %5, %4 : tensor<512xi64>
    %7 = arith.extsi %arg3 : i32 to i64
    %8 = tt.splat %7 : i64 -> tensor<512xi64>
    %9 = arith.cmpi slt, %6, %8 : tensor<512xi64>
    %10 = tt.splat %arg0 : !tt.ptr<bf16> -> tensor<512x!tt.ptr<bf16>>
    %11 = tt.addptr %10, %6 : tensor<512x!tt.ptr<bf16>>, tensor<512xi64>
    %12 = tt.load %11, %9, %cst : tensor<512x!tt.ptr<bf16>>
    %13 = arith.extf %12 : tensor<512xbf16> to tensor<512xf32>
    %14 = tt.splat %arg1 : !tt.ptr<bf16> -> tensor<512x!tt.ptr<bf16>>
    %15 = tt.addptr %14, %6 : tensor<512x!tt.ptr<bf16>>, tensor<512xi64>
    %16 = tt.load %15, %9, %cst : tensor<512x!tt.ptr<bf16>>
    %17 = arith.extf %16 : tensor<512xbf16> to tensor<512xf32>
    %18 = arith.addf %13, %17 : tensor<512xf32>
    %19 = arith.maxnumf %18, %cst_0 : tensor<512xf32>
    %20 = tt.splat %arg2 : !tt.ptr<bf16> -> tensor<512x!tt.ptr<bf16>>
    %21 = tt.addptr %20, %6 : tensor<512x!tt.ptr<bf16>>, tensor<512xi64>
    %22 = arith.truncf %19 : tensor<512xf32> to tensor<512xbf16>
    tt.store %21, %22, %9 : tensor<512x!tt.ptr<bf16>>
    tt.return
  }
}
