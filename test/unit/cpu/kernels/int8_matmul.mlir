module {
  tt.func public @int8_matmul_kernel(%arg0: !tt.ptr<i8>, %arg1: !tt.ptr<i8>, %arg2: !tt.ptr<i32>, %arg3: !tt.ptr<f32>, %arg4: !tt.ptr<f32>, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32, %arg10: i32) attributes {noinline = false} {
    %c63_i32 = arith.constant 63 : i32
    %cst = arith.constant dense<0> : tensor<32x32xi32>
    %c31_i32 = arith.constant 31 : i32
    %cst_0 = arith.constant dense<0> : tensor<64x32xi8>
    %cst_1 = arith.constant dense<0> : tensor<32x64xi8>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_2 = arith.constant dense<64> : tensor<32x64xi32>
    %c64_i32 = arith.constant 64 : i32
    %c32_i32 = arith.constant 32 : i32
    %c8_i32 = arith.constant 8 : i32
    %0 = tt.get_program_id x : i32
    %1 = arith.addi %arg5, %c31_i32 : i32
    %2 = arith.divsi %1, %c32_i32 : i32
    %3 = arith.addi %arg6, %c31_i32 : i32
    %4 = arith.divsi %3, %c32_i32 : i32
    %5 = arith.muli %4, %c8_i32 : i32
    %6 = arith.divsi %0, %5 : i32
    %7 = arith.muli %6, %c8_i32 : i32
    %8 = arith.subi %2, %7 : i32
    %9 = arith.minsi %8, %c8_i32 : i32
    %10 = arith.remsi %0, %5 : i32
    %11 = arith.remsi %10, %9 : i32
    %12 = arith.addi %7, %11 : i32
    %13 = arith.divsi %10, %9 : i32
    %14 = arith.muli %12, %c32_i32 : i32
    %15 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %16 = tt.splat %14 : i32 -> tensor<32xi32>
    %17 = arith.addi %16, %15 : tensor<32xi32>
    %18 = arith.muli %13, %c32_i32 : i32
    %19 = tt.splat %18 : i32 -> tensor<32xi32>
    %20 = arith.addi %19, %15 : tensor<32xi32>
    %21 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %22 = tt.splat %arg5 : i32 -> tensor<32xi32>
    %23 = arith.remsi %17, %22 : tensor<32xi32>
    %24 = tt.expand_dims %23 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %25 = arith.extsi %24 : tensor<32x1xi32> to tensor<32x1xi64>
    %26 = arith.extsi %arg8 : i32 to i64
    %27 = tt.splat %26 : i64 -> tensor<32x1xi64>
    %28 = arith.muli %25, %27 : tensor<32x1xi64>
    %29 = tt.expand_dims %21 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %30 = arith.extsi %29 : tensor<1x64xi32> to tensor<1x64xi64>
    %31 = tt.broadcast %28 : tensor<32x1xi64> -> tensor<32x64xi64>
    %32 = tt.broadcast %30 : tensor<1x64xi64> -> tensor<32x64xi64>
    %33 = arith.addi %31, %32 : tensor<32x64xi64>
    %34 = tt.splat %arg0 : !tt.ptr<i8> -> tensor<32x64x!tt.ptr<i8>>
    %35 = tt.addptr %34, %33 : tensor<32x64x!tt.ptr<i8>>, tensor<32x64xi64>
    %36 = tt.expand_dims %21 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %37 = tt.splat %arg9 : i32 -> tensor<64x1xi32>
    %38 = arith.muli %36, %37 : tensor<64x1xi32>
    %39 = tt.splat %arg6 : i32 -> tensor<32xi32>
    %40 = arith.remsi %20, %39 : tensor<32xi32>
    %41 = tt.expand_dims %40 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %42 = arith.extsi %41 : tensor<1x32xi32> to tensor<1x32xi64>
    %43 = arith.extsi %38 : tensor<64x1xi32> to tensor<64x1xi64>
    %44 = tt.broadcast %43 : tensor<64x1xi64> -> tensor<64x32xi64>
    %45 = tt.broadcast %42 : tensor<1x32xi64> -> tensor<64x32xi64>
    %46 = arith.addi %44, %45 : tensor<64x32xi64>
    %47 = tt.splat %arg1 : !tt.ptr<i8> -> tensor<64x32x!tt.ptr<i8>>
    %48 = tt.addptr %47, %46 : tensor<64x32x!tt.ptr<i8>>, tensor<64x32xi64>
    %49 = arith.addi %arg7, %c63_i32 : i32
    %50 = arith.divsi %49, %c64_i32 : i32
    %51:3 = scf.for %arg11 = %c0_i32 to %50 step %c1_i32 iter_args(%arg12 = %35, %arg13 = %48, %arg14 = %cst) -> (tensor<32x64x!tt.ptr<i8>>, tensor<64x32x!tt.ptr<i8>>, tensor<32x32xi32>)  : i32 {
      %70 = arith.muli %arg11, %c64_i32 : i32
      %71 = arith.subi %arg7, %70 : i32
      %72 = tt.splat %71 : i32 -> tensor<1x64xi32>
      %73 = arith.cmpi slt, %29, %72 : tensor<1x64xi32>
      %74 = tt.broadcast %73 : tensor<1x64xi1> -> tensor<32x64xi1>
      %75 = tt.load %arg12, %74, %cst_1 : tensor<32x64x!tt.ptr<i8>>
      %76 = tt.splat %71 : i32 -> tensor<64x1xi32>
      %77 = arith.cmpi slt, %36, %76 : tensor<64x1xi32>
      %78 = tt.broadcast %77 : tensor<64x1xi1> -> tensor<64x32xi1>
      %79 = tt.load %arg13, %78, %cst_0 : tensor<64x32x!tt.ptr<i8>>
      %80 = tt.dot %75, %79, %arg14, inputPrecision = tf32 : tensor<32x64xi8> * tensor<64x32xi8> -> tensor<32x32xi32>
      %81 = tt.addptr %arg12, %cst_2 : tensor<32x64x!tt.ptr<i8>>, tensor<32x64xi32>
      %82 = arith.muli %arg9, %c64_i32 : i32
      %83 = tt.splat %82 : i32 -> tensor<64x32xi32>
      %84 = tt.addptr %arg13, %83 : tensor<64x32x!tt.ptr<i8>>, tensor<64x32xi32>
      scf.yield %81, %84, %80 : tensor<32x64x!tt.ptr<i8>>, tensor<64x32x!tt.ptr<i8>>, tensor<32x32xi32>
    }
    %52 = tt.expand_dims %17 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %53 = arith.extsi %52 : tensor<32x1xi32> to tensor<32x1xi64>
    %54 = arith.extsi %arg10 : i32 to i64
    %55 = tt.splat %54 : i64 -> tensor<32x1xi64>
    %56 = arith.muli %53, %55 : tensor<32x1xi64>
    %57 = tt.splat %arg2 : !tt.ptr<i32> -> tensor<32x1x!tt.ptr<i32>>
    %58 = tt.addptr %57, %56 : tensor<32x1x!tt.ptr<i32>>, tensor<32x1xi64>
    %59 = tt.expand_dims %20 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %60 = tt.broadcast %58 : tensor<32x1x!tt.ptr<i32>> -> tensor<32x32x!tt.ptr<i32>>
    %61 = tt.broadcast %59 : tensor<1x32xi32> -> tensor<32x32xi32>
    %62 = tt.addptr %60, %61 : tensor<32x32x!tt.ptr<i32>>, tensor<32x32xi32>
    %63 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
    %64 = arith.cmpi slt, %52, %63 : tensor<32x1xi32>
    %65 = tt.splat %arg6 : i32 -> tensor<1x32xi32>
    %66 = arith.cmpi slt, %59, %65 : tensor<1x32xi32>
    %67 = tt.broadcast %64 : tensor<32x1xi1> -> tensor<32x32xi1>
    %68 = tt.broadcast %66 : tensor<1x32xi1> -> tensor<32x32xi1>
    %69 = arith.andi %67, %68 : tensor<32x32xi1>
    tt.store %62, %51#2, %69 : tensor<32x32x!tt.ptr<i32>>
    tt.return
  }
}
