module {
  tt.func public @rows(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: !tt.ptr<i32>, %arg3: i32, %arg4: i32, %arg5: i32) {
    %0 = arith.extsi %arg4 : i32 to i64
    %c1_i64 = arith.constant 1 : i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg4], [%0, %c1_i64] : <f32>, <tensor<1x16xf32>>
    %2 = arith.extsi %arg4 : i32 to i64
    %c1_i64_0 = arith.constant 1 : i64
    %3 = tt.make_tensor_descriptor %arg1, [%arg3, %arg4], [%2, %c1_i64_0] : <f32>, <tensor<1x16xf32>>
    %4 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %5 = tt.splat %arg2 : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
    %6 = tt.addptr %5, %4 : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    %7 = tt.load %6 : tensor<8x!tt.ptr<i32>>
    %8 = tt.descriptor_gather %1[%7, %arg5] : (!tt.tensordesc<tensor<1x16xf32>>, tensor<8xi32>, i32) -> tensor<8x16xf32>
    %cst = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<1.000000e+00> : tensor<8x16xf32>
    %9 = arith.addf %8, %cst_1 : tensor<8x16xf32>
    tt.descriptor_scatter %3[%7, %arg5], %9 : !tt.tensordesc<tensor<1x16xf32>>, tensor<8xi32>, i32, tensor<8x16xf32>
    tt.return
  }
}

