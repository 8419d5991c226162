module {
  tt.func public @given(%arg0: !tt.tensordesc<tensor<8x16xf16>>, %arg1: !tt.ptr<f16>) {
    %0 = tt.get_program_id x : i32
    %c8_i32 = arith.constant 8 : i32
    %1 = arith.muli %0, %c8_i32 : i32
    %c0_i32 = arith.constant 0 : i32
    %2 = tt.descriptor_load %arg0[%1, %c0_i32] : !tt.tensordesc<tensor<8x16xf16>> -> tensor<8x16xf16>
    %3 = tt.get_program_id x : i32
    %c8_i32_0 = arith.constant 8 : i32
    %4 = arith.muli %3, %c8_i32_0 : i32
    %c16_i32 = arith.constant 16 : i32
    %5 = arith.muli %4, %c16_i32 : i32
    %6 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %7 = tt.expand_dims %6 {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
    %c16_i32_1 = arith.constant 16 : i32
    %cst = arith.constant dense<16> : tensor<8x1xi32>
    %8 = arith.muli %7, %cst : tensor<8x1xi32>
    %9 = tt.splat %5 : i32 -> tensor<8x1xi32>
    %10 = arith.addi %9, %8 : tensor<8x1xi32>
    %11 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %12 = tt.expand_dims %11 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %13 = tt.broadcast %10 : tensor<8x1xi32> -> tensor<8x16xi32>
    %14 = tt.broadcast %12 : tensor<1x16xi32> -> tensor<8x16xi32>
    %15 = arith.addi %13, %14 : tensor<8x16xi32>
    %16 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<8x16x!tt.ptr<f16>>
    %17 = tt.addptr %16, %15 : tensor<8x16x!tt.ptr<f16>>, tensor<8x16xi32>
    tt.store %17, %2 : tensor<8x16x!tt.ptr<f16>>
    tt.return
  }
}

