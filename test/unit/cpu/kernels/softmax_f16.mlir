module {
  tt.func public @softmax_kernel(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: i32, %arg3: i32, %arg4: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0xFC00> : tensor<16384xf16>
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = tt.make_range {end = 16384 : i32, start = 0 : i32} : tensor<16384xi32>
    %3 = tt.splat %arg4 : i32 -> tensor<16384xi32>
    %4 = arith.cmpi slt, %2, %3 : tensor<16384xi32>
    %5 = arith.extsi %arg2 : i32 to i64
    %6 = arith.muli %1, %5 : i64
    %7 = tt.addptr %arg0, %6 : !tt.ptr<f16>, i64
    %8 = tt.splat %7 : !tt.ptr<f16> -> tensor<16384x!tt.ptr<f16>>
    %9 = tt.addptr %8, %2 : tensor<16384x!tt.ptr<f16>>, tensor<16384xi32>
    %10 = tt.load %9, %4, %cst : tensor<16384x!tt.ptr<f16>>
    %11 = arith.extf %10 : tensor<16384xf16> to tensor<16384xf32>
    %12 = "tt.reduce"(%11) <{axis = 0 : i32}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      %25 = arith.maxnumf %arg5, %arg6 : f32
      tt.reduce.return %25 : f32
    }) : (tensor<16384xf32>) -> f32
    %13 = tt.splat %12 : f32 -> tensor<16384xf32>
    %14 = arith.subf %11, %13 : tensor<16384xf32>
    %15 = math.exp %14 : tensor<16384xf32>
    %16 = "tt.reduce"(%15) <{axis = 0 : i32}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      %25 = arith.addf %arg5, %arg6 : f32
      tt.reduce.return %25 : f32
    }) : (tensor<16384xf32>) -> f32
    %17 = tt.splat %16 : f32 -> tensor<16384xf32>
    %18 = arith.divf %15, %17 : tensor<16384xf32>
    %19 = arith.extsi %arg3 : i32 to i64
    %20 = arith.muli %1, %19 : i64
    %21 = tt.addptr %arg1, %20 : !tt.ptr<f16>, i64
    %22 = tt.splat %21 : !tt.ptr<f16> -> tensor<16384x!tt.ptr<f16>>
    %23 = tt.addptr %22, %2 : tensor<16384x!tt.ptr<f16>>, tensor<16384xi32>
    %24 = arith.truncf %18 : tensor<16384xf32> to tensor<16384xf16>
    tt.store %23, %24, %4 : tensor<16384x!tt.ptr<f16>>
    tt.return
  }
}
