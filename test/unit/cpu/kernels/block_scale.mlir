module {
  tt.func public @scale(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: i32, %arg3: i32) {
    %0 = arith.extsi %arg3 : i32 to i64
    %c1_i64 = arith.constant 1 : i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg2, %arg3], [%0, %c1_i64] : <f32>, <tensor<8x16xf32>>
    %2 = arith.extsi %arg3 : i32 to i64
    %c1_i64_0 = arith.constant 1 : i64
    %3 = tt.make_tensor_descriptor %arg1, [%arg2, %arg3], [%2, %c1_i64_0] {padding = 2 : i32} : <f32>, <tensor<8x16xf32>>
    %c0_i32 = arith.constant 0 : i32
    %c8_i32 = arith.constant 8 : i32
    scf.for %arg4 = %c0_i32 to %arg2 step %c8_i32  : i32 {
      %c-16_i32 = arith.constant -16 : i32
      %c16_i32 = arith.constant 16 : i32
      scf.for %arg5 = %c-16_i32 to %arg3 step %c16_i32  : i32 {
        %4 = tt.descriptor_load %1[%arg4, %arg5] : !tt.tensordesc<tensor<8x16xf32>> -> tensor<8x16xf32>
        %5 = tt.descriptor_load %3[%arg4, %arg5] : !tt.tensordesc<tensor<8x16xf32>> -> tensor<8x16xf32>
        %6 = arith.cmpf oeq, %5, %5 : tensor<8x16xf32>
        %c0_i32_1 = arith.constant 0 : i32
        %7 = arith.cmpi slt, %arg5, %c0_i32_1 : i32
        %8 = tt.splat %7 : i1 -> tensor<8x16xi1>
        %9 = arith.ori %6, %8 : tensor<8x16xi1>
        %c8_i32_2 = arith.constant 8 : i32
        %10 = arith.addi %arg4, %c8_i32_2 : i32
        %11 = arith.cmpi sgt, %10, %arg2 : i32
        %12 = tt.splat %11 : i1 -> tensor<8x16xi1>
        %13 = arith.ori %9, %12 : tensor<8x16xi1>
        %c16_i32_3 = arith.constant 16 : i32
        %14 = arith.addi %arg5, %c16_i32_3 : i32
        %15 = arith.cmpi sgt, %14, %arg3 : i32
        %16 = tt.splat %15 : i1 -> tensor<8x16xi1>
        %17 = arith.ori %13, %16 : tensor<8x16xi1>
        tt.assert %17, "padding inside" : tensor<8x16xi1>
        %cst = arith.constant 2.000000e+00 : f32
        %cst_4 = arith.constant dense<2.000000e+00> : tensor<8x16xf32>
        %18 = arith.mulf %4, %cst_4 : tensor<8x16xf32>
        tt.descriptor_store %1[%arg4, %arg5], %18 : !tt.tensordesc<tensor<8x16xf32>>, tensor<8x16xf32>
        tt.descriptor_reduce add, %3[%arg4, %arg5], %4 : !tt.tensordesc<tensor<8x16xf32>>, tensor<8x16xf32>
      }
    }
    tt.return
  }
}

