module {
  tt.func public @bmm_kernel(%arg0: !tt.ptr<bf16>, %arg1: !tt.ptr<bf16>, %arg2: !tt.ptr<f32>, %arg3: i32, %arg4: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32, %arg10: i32, %arg11: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %c31_i32 = arith.constant 31 : i32
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x32xbf16>
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_1 = arith.constant dense<32> : tensor<32x32xi32>
    %c32_i32 = arith.constant 32 : i32
    %c8_i32 = arith.constant 8 : i32
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = arith.extsi %1 : i32 to i64
    %3 = arith.addi %arg3, %c31_i32 : i32
    %4 = arith.divsi %3, %c32_i32 : i32
    %5 = arith.addi %arg4, %c31_i32 : i32
    %6 = arith.divsi %5, %c32_i32 : i32
    %7 = arith.muli %6, %c8_i32 : i32
    %8 = arith.divsi %0, %7 : i32
    %9 = arith.muli %8, %c8_i32 : i32
    %10 = arith.subi %4, %9 : i32
    %11 = arith.minsi %10, %c8_i32 : i32
    %12 = arith.remsi %0, %7 : i32
    %13 = arith.remsi %12, %11 : i32
    %14 = arith.addi %9, %13 : i32
    %15 = arith.divsi %12, %11 : i32
    %16 = arith.muli %14, %c32_i32 : i32
    %17 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %18 = tt.splat %16 : i32 -> tensor<32xi32>
    %19 = arith.addi %18, %17 : tensor<32xi32>
    %20 = arith.muli %15, %c32_i32 : i32
    %21 = tt.splat %20 : i32 -> tensor<32xi32>
    %22 = arith.addi %21, %17 : tensor<32xi32>
    %23 = arith.extsi %arg6 : i32 to i64
    %24 = arith.muli %2, %23 : i64
    %25 = tt.addptr %arg0, %24 : !tt.ptr<bf16>, i64
    %26 = tt.splat %arg3 : i32 -> tensor<32xi32>
    %27 = arith.remsi %19, %26 : tensor<32xi32>
    %28 = tt.expand_dims %27 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %29 = tt.splat %arg7 : i32 -> tensor<32x1xi32>
    %30 = arith.muli %28, %29 : tensor<32x1xi32>
    %31 = tt.expand_dims %17 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %32 = tt.broadcast %30 : tensor<32x1xi32> -> tensor<32x32xi32>
    %33 = tt.broadcast %31 : tensor<1x32xi32> -> tensor<32x32xi32>
    %34 = arith.addi %32, %33 : tensor<32x32xi32>
    %35 = tt.splat %25 : !tt.ptr<bf16> -> tensor<32x32x!tt.ptr<bf16>>
    %36 = tt.addptr %35, %34 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xi32>
    %37 = arith.extsi %arg8 : i32 to i64
    %38 = arith.muli %2, %37 : i64
    %39 = tt.addptr %arg1, %38 : !tt.ptr<bf16>, i64
    %40 = tt.expand_dims %17 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %41 = tt.splat %arg9 : i32 -> tensor<32x1xi32>
    %42 = arith.muli %40, %41 : tensor<32x1xi32>
    %43 = tt.splat %arg4 : i32 -> tensor<32xi32>
    %44 = arith.remsi %22, %43 : tensor<32xi32>
    %45 = tt.expand_dims %44 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %46 = tt.broadcast %42 : tensor<32x1xi32> -> tensor<32x32xi32>
    %47 = tt.broadcast %45 : tensor<1x32xi32> -> tensor<32x32xi32>
    %48 = arith.addi %46, %47 : tensor<32x32xi32>
    %49 = tt.splat %39 : !tt.ptr<bf16> -> tensor<32x32x!tt.ptr<bf16>>
    %50 = tt.addptr %49, %48 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xi32>
    %51 = arith.addi %arg5, %c31_i32 : i32
    %52 = arith.divsi %51, %c32_i32 : i32
    %53:3 = scf.for %arg12 = %c0_i32 to %52 step %c1_i32 iter_args(%arg13 = %36, %arg14 = %50, %arg15 = %cst) -> (tensor<32x32x!tt.ptr<bf16>>, tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xf32>)  : i32 {
      %73 = arith.muli %arg12, %c32_i32 : i32
      %74 = arith.subi %arg5, %73 : i32
      %75 = tt.splat %74 : i32 -> tensor<1x32xi32>
      %76 = arith.cmpi slt, %31, %75 : tensor<1x32xi32>
      %77 = tt.broadcast %76 : tensor<1x32xi1> -> tensor<32x32xi1>
      %78 = tt.load %arg13, %77, %cst_0 : tensor<32x32x!tt.ptr<bf16>>
      %79 = tt.splat %74 : i32 -> tensor<32x1xi32>
      %80 = arith.cmpi slt, %40, %79 : tensor<32x1xi32>
      %81 = tt.broadcast %80 : tensor<32x1xi1> -> tensor<32x32xi1>
      %82 = tt.load %arg14, %81, %cst_0 : tensor<32x32x!tt.ptr<bf16>>
      %83 = tt.dot %78, %82, %arg15, inputPrecision = tf32 : tensor<32x32xbf16> * tensor<32x32xbf16> -> tensor<32x32xf32>
      %84 = tt.addptr %arg13, %cst_1 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xi32>
      %85 = arith.muli %arg9, %c32_i32 : i32
      %86 = tt.splat %85 : i32 -> tensor<32x32xi32>
      %87 = tt.addptr %arg14, %86 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xi32>
      scf.yield %84, %87, %83 : tensor<32x32x!tt.ptr<bf16>>, tensor<32x32x!tt.ptr<bf16>>, tensor<32x32xf32>
    }
    %54 = arith.extsi %arg10 : i32 to i64
    %55 = arith.muli %2, %54 : i64
    %56 = tt.addptr %arg2, %55 : !tt.ptr<f32>, i64
    %57 = tt.expand_dims %19 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %58 = tt.splat %arg11 : i32 -> tensor<32x1xi32>
    %59 = arith.muli %57, %58 : tensor<32x1xi32>
    %60 = tt.expand_dims %22 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %61 = tt.broadcast %59 : tensor<32x1xi32> -> tensor<32x32xi32>
    %62 = tt.broadcast %60 : tensor<1x32xi32> -> tensor<32x32xi32>
    %63 = arith.addi %61, %62 : tensor<32x32xi32>
    %64 = tt.splat %56 : !tt.ptr<f32> -> tensor<32x32x!tt.ptr<f32>>
    %65 = tt.addptr %64, %63 : tensor<32x32x!tt.ptr<f32>>, tensor<32x32xi32>
    %66 = tt.splat %arg3 : i32 -> tensor<32x1xi32>
    %67 = arith.cmpi slt, %57, %66 : tensor<32x1xi32>
    %68 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
    %69 = arith.cmpi slt, %60, %68 : tensor<1x32xi32>
    %70 = tt.broadcast %67 : tensor<32x1xi1> -> tensor<32x32xi1>
    %71 = tt.broadcast %69 : tensor<1x32xi1> -> tensor<32x32xi1>
    %72 = arith.andi %70, %71 : tensor<32x32xi1>
    tt.store %65, %53#2, %72 : tensor<32x32x!tt.ptr<f32>>
    tt.return
  }
}
