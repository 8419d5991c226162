module {
  tt.func public @matmul_desc_persistent_kernel(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %c8_i32 = arith.constant 8 : i32
    %c31_i32 = arith.constant 31 : i32
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %c16_i32 = arith.constant 16 : i32
    %c32_i32 = arith.constant 32 : i32
    %c2_i32 = arith.constant 2 : i32
    %c1_i64 = arith.constant 1 : i64
    %0 = arith.extsi %arg6 : i32 to i64
    %1 = tt.make_tensor_descriptor %arg0, [%arg3, %arg5], [%0, %c1_i64] : <f16>, <tensor<32x32xf16>>
    %2 = arith.extsi %arg7 : i32 to i64
    %3 = tt.make_tensor_descriptor %arg1, [%arg4, %arg5], [%2, %c1_i64] : <f16>, <tensor<32x32xf16>>
    %4 = arith.extsi %arg8 : i32 to i64
    %5 = tt.make_tensor_descriptor %arg2, [%arg3, %arg4], [%4, %c1_i64] : <f32>, <tensor<32x16xf32>>
    %6 = tt.get_program_id x : i32
    %7 = arith.addi %arg3, %c31_i32 : i32
    %8 = arith.divsi %7, %c32_i32 : i32
    %9 = arith.addi %arg4, %c31_i32 : i32
    %10 = arith.divsi %9, %c32_i32 : i32
    %11 = arith.muli %8, %10 : i32
    %12 = arith.addi %arg5, %c31_i32 : i32
    %13 = arith.divsi %12, %c32_i32 : i32
    %14 = arith.subi %6, %c2_i32 : i32
    %15 = scf.for %arg9 = %6 to %11 step %c2_i32 iter_args(%arg10 = %14) -> (i32)  : i32 {
      %16 = arith.muli %10, %c8_i32 : i32
      %17 = arith.divsi %arg9, %16 : i32
      %18 = arith.muli %17, %c8_i32 : i32
      %19 = arith.subi %8, %18 : i32
      %20 = arith.minsi %19, %c8_i32 : i32
      %21 = arith.remsi %arg9, %16 : i32
      %22 = arith.remsi %21, %20 : i32
      %23 = arith.addi %18, %22 : i32
      %24 = arith.divsi %21, %20 : i32
      %25 = arith.muli %23, %c32_i32 : i32
      %26 = arith.muli %24, %c32_i32 : i32
      %27 = scf.for %arg11 = %c0_i32 to %13 step %c1_i32 iter_args(%arg12 = %cst) -> (tensor<32x32xf32>)  : i32 {
        %42 = arith.muli %arg11, %c32_i32 : i32
        %43 = tt.descriptor_load %1[%25, %42] : !tt.tensordesc<tensor<32x32xf16>> -> tensor<32x32xf16>
        %44 = tt.descriptor_load %3[%26, %42] : !tt.tensordesc<tensor<32x32xf16>> -> tensor<32x32xf16>
        %45 = tt.trans %44 {order = array<i32: 1, 0>} : tensor<32x32xf16> -> tensor<32x32xf16>
        %46 = tt.dot %43, %45, %arg12, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
        scf.yield %46 : tensor<32x32xf32>
      }
      %28 = arith.addi %arg10, %c2_i32 : i32
      %29 = arith.divsi %28, %16 : i32
      %30 = arith.muli %29, %c8_i32 : i32
      %31 = arith.subi %8, %30 : i32
      %32 = arith.minsi %31, %c8_i32 : i32
      %33 = arith.remsi %28, %16 : i32
      %34 = arith.remsi %33, %32 : i32
      %35 = arith.addi %30, %34 : i32
      %36 = arith.divsi %33, %32 : i32
      %37 = arith.muli %35, %c32_i32 : i32
      %38 = arith.muli %36, %c32_i32 : i32
      %39 = tt.reshape %27 : tensor<32x32xf32> -> tensor<32x2x16xf32>
      %40 = tt.trans %39 {order = array<i32: 0, 2, 1>} : tensor<32x2x16xf32> -> tensor<32x16x2xf32>
      %outLHS, %outRHS = tt.split %40 : tensor<32x16x2xf32> -> tensor<32x16xf32>
      tt.descriptor_store %5[%37, %38], %outLHS : !tt.tensordesc<tensor<32x16xf32>>, tensor<32x16xf32>
      %41 = arith.addi %38, %c16_i32 : i32
      tt.descriptor_store %5[%37, %41], %outRHS : !tt.tensordesc<tensor<32x16xf32>>, tensor<32x16xf32>
      scf.yield %28 : i32
    } {tt.flatten}
    tt.return
  }
}
