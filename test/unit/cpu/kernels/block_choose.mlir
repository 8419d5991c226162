module {
  tt.func public @choose(%arg0: !tt.ptr<i32>, %arg1: !tt.ptr<i32>, %arg2: !tt.ptr<i32>, %arg3: i32, %arg4: i32, %arg5: i32) {
    %0 = arith.extsi %arg3 : i32 to i64
    %1 = arith.extsi %arg4 : i32 to i64
    %2 = arith.extsi %arg4 : i32 to i64
    %c1_i64 = arith.constant 1 : i64
    %c0_i32 = arith.constant 0 : i32
    %c0_i32_0 = arith.constant 0 : i32
    %3 = tt.make_tensor_ptr %arg0, [%0, %1], [%2, %c1_i64], [%c0_i32, %c0_i32_0] {order = array<i32: 1, 0>} : <tensor<16x16xi32>>
    %4 = arith.extsi %arg4 : i32 to i64
    %5 = arith.extsi %arg3 : i32 to i64
    %c1_i64_1 = arith.constant 1 : i64
    %6 = arith.extsi %arg4 : i32 to i64
    %c0_i32_2 = arith.constant 0 : i32
    %c0_i32_3 = arith.constant 0 : i32
    %7 = tt.make_tensor_ptr %arg1, [%4, %5], [%c1_i64_1, %6], [%c0_i32_2, %c0_i32_3] {order = array<i32: 0, 1>} : <tensor<16x16xi32>>
    %c0_i32_4 = arith.constant 0 : i32
    %8 = arith.cmpi sgt, %arg5, %c0_i32_4 : i32
    %9 = scf.if %8 -> (!tt.ptr<tensor<16x16xi32>>) {
      scf.yield %7 : !tt.ptr<tensor<16x16xi32>>
    } else {
      scf.yield %3 : !tt.ptr<tensor<16x16xi32>>
    }
    %10 = tt.load %9 {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<16x16xi32>>
    %11 = arith.extsi %arg3 : i32 to i64
    %12 = arith.extsi %arg4 : i32 to i64
    %13 = arith.extsi %arg4 : i32 to i64
    %c1_i64_5 = arith.constant 1 : i64
    %c0_i32_6 = arith.constant 0 : i32
    %c0_i32_7 = arith.constant 0 : i32
    %14 = tt.make_tensor_ptr %arg2, [%11, %12], [%13, %c1_i64_5], [%c0_i32_6, %c0_i32_7] {order = array<i32: 1, 0>} : <tensor<16x16xi32>>
    tt.store %14, %10 {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<16x16xi32>>
    tt.return
  }
}

