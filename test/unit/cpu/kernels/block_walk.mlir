module {
  tt.func public @walk(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: i32, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32) {
    %0 = arith.extsi %arg2 : i32 to i64
    %1 = arith.extsi %arg3 : i32 to i64
    %2 = arith.extsi %arg4 : i32 to i64
    %c1_i64 = arith.constant 1 : i64
    %3 = tt.make_tensor_ptr %arg0, [%0, %1], [%2, %c1_i64], [%arg5, %arg6] {order = array<i32: 1, 0>} : <tensor<4x16xf32>>
    %4 = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
    %5 = tt.expand_dims %4 {axis = 1 : i32} : tensor<4xi32> -> tensor<4x1xi32>
    %c16_i32 = arith.constant 16 : i32
    %cst = arith.constant dense<16> : tensor<4x1xi32>
    %6 = arith.muli %5, %cst : tensor<4x1xi32>
    %7 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<4x1x!tt.ptr<f32>>
    %8 = tt.addptr %7, %6 : tensor<4x1x!tt.ptr<f32>>, tensor<4x1xi32>
    %9 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %10 = tt.expand_dims %9 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %11 = tt.broadcast %8 : tensor<4x1x!tt.ptr<f32>> -> tensor<4x16x!tt.ptr<f32>>
    %12 = tt.broadcast %10 : tensor<1x16xi32> -> tensor<4x16xi32>
    %13 = tt.addptr %11, %12 : tensor<4x16x!tt.ptr<f32>>, tensor<4x16xi32>
    %c0_i32 = arith.constant 0 : i32
    %c3_i32 = arith.constant 3 : i32
    %c1_i32 = arith.constant 1 : i32
    %14 = scf.for %arg7 = %c0_i32 to %c3_i32 step %c1_i32 iter_args(%arg8 = %3) -> (!tt.ptr<tensor<4x16xf32>>)  : i32 {
      %15 = tt.load %arg8 {boundaryCheck = array<i32: 0, 1>, padding = 2 : i32} : !tt.ptr<tensor<4x16xf32>>
      %c4_i32 = arith.constant 4 : i32
      %16 = arith.muli %arg7, %c4_i32 : i32
      %c16_i32_0 = arith.constant 16 : i32
      %17 = arith.muli %16, %c16_i32_0 : i32
      %18 = tt.splat %17 : i32 -> tensor<4x16xi32>
      %19 = tt.addptr %13, %18 : tensor<4x16x!tt.ptr<f32>>, tensor<4x16xi32>
      tt.store %19, %15 : tensor<4x16x!tt.ptr<f32>>
      %c0_i32_1 = arith.constant 0 : i32
      %c16_i32_2 = arith.constant 16 : i32
      %20 = tt.advance %arg8, [%c0_i32_1, %c16_i32_2] : <tensor<4x16xf32>>
      scf.yield %20 : !tt.ptr<tensor<4x16xf32>>
    }
    tt.return
  }
}

