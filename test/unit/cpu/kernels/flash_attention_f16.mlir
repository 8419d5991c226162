module {
  tt.func public @flash_attn_fwd_kernel(%arg0: !tt.ptr<f16>, %arg1: !tt.ptr<f16>, %arg2: !tt.ptr<f16>, %arg3: !tt.ptr<f32>, %arg4: !tt.ptr<f32>, %arg5: f32, %arg6: i32, %arg7: i32, %arg8: i32, %arg9: i32, %arg10: i32, %arg11: i32, %arg12: i32, %arg13: i32, %arg14: i32, %arg15: i32, %arg16: i32, %arg17: i32, %arg18: i32, %arg19: i32, %arg20: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0xFF800000> : tensor<32x32xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<16x32xf16>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<32x32xf32>
    %c0_i32 = arith.constant 0 : i32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<32xf32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<32x16xf32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<32x16xf16>
    %cst_5 = arith.constant dense<0.693147182> : tensor<32xf32>
    %cst_6 = arith.constant 1.44269502 : f32
    %cst_7 = arith.constant dense<0xFF800000> : tensor<32xf32>
    %c1_i32 = arith.constant 1 : i32
    %c32_i32 = arith.constant 32 : i32
    %c2_i64 = arith.constant 2 : i64
    %0 = tt.get_program_id x : i32
    %1 = tt.get_program_id y : i32
    %2 = arith.divsi %1, %arg18 : i32
    %3 = arith.extsi %2 : i32 to i64
    %4 = arith.remsi %1, %arg18 : i32
    %5 = arith.extsi %4 : i32 to i64
    %6 = arith.divsi %5, %c2_i64 : i64
    %7 = arith.muli %0, %c32_i32 : i32
    %8 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %9 = tt.splat %7 : i32 -> tensor<32xi32>
    %10 = arith.addi %9, %8 : tensor<32xi32>
    %11 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %12 = tt.expand_dims %10 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %13 = tt.splat %arg19 : i32 -> tensor<32x1xi32>
    %14 = arith.cmpi slt, %12, %13 : tensor<32x1xi32>
    %15 = arith.extsi %12 : tensor<32x1xi32> to tensor<32x1xi64>
    %16 = arith.extsi %arg6 : i32 to i64
    %17 = arith.muli %3, %16 : i64
    %18 = arith.extsi %arg7 : i32 to i64
    %19 = arith.muli %5, %18 : i64
    %20 = arith.addi %17, %19 : i64
    %21 = tt.addptr %arg0, %20 : !tt.ptr<f16>, i64
    %22 = arith.extsi %arg9 : i32 to i64
    %23 = arith.muli %3, %22 : i64
    %24 = arith.extsi %arg10 : i32 to i64
    %25 = arith.muli %6, %24 : i64
    %26 = arith.addi %23, %25 : i64
    %27 = tt.addptr %arg1, %26 : !tt.ptr<f16>, i64
    %28 = arith.extsi %arg12 : i32 to i64
    %29 = arith.muli %3, %28 : i64
    %30 = arith.extsi %arg13 : i32 to i64
    %31 = arith.muli %6, %30 : i64
    %32 = arith.addi %29, %31 : i64
    %33 = tt.addptr %arg2, %32 : !tt.ptr<f16>, i64
    %34 = arith.extsi %arg8 : i32 to i64
    %35 = tt.splat %34 : i64 -> tensor<32x1xi64>
    %36 = arith.muli %15, %35 : tensor<32x1xi64>
    %37 = tt.splat %21 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %38 = tt.addptr %37, %36 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi64>
    %39 = tt.expand_dims %11 {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
    %40 = tt.broadcast %38 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x16x!tt.ptr<f16>>
    %41 = tt.broadcast %39 : tensor<1x16xi32> -> tensor<32x16xi32>
    %42 = tt.addptr %40, %41 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
    %43 = tt.broadcast %14 : tensor<32x1xi1> -> tensor<32x16xi1>
    %44 = tt.load %42, %43, %cst_4 : tensor<32x16x!tt.ptr<f16>>
    %45 = arith.mulf %arg5, %cst_6 : f32
    %46 = arith.divsi %arg20, %c32_i32 : i32
    %47 = arith.muli %46, %c32_i32 : i32
    %48 = arith.divsi %7, %c32_i32 : i32
    %49 = arith.muli %48, %c32_i32 : i32
    %50 = arith.minsi %47, %49 : i32
    %51 = arith.addi %0, %c1_i32 : i32
    %52 = arith.muli %51, %c32_i32 : i32
    %53 = arith.minsi %arg20, %52 : i32
    %54:3 = scf.for %arg21 = %c0_i32 to %50 step %c32_i32 iter_args(%arg22 = %cst_3, %arg23 = %cst_2, %arg24 = %cst_7) -> (tensor<32x16xf32>, tensor<32xf32>, tensor<32xf32>)  : i32 {
      %83 = tt.splat %arg21 : i32 -> tensor<32xi32>
      %84 = arith.addi %83, %8 : tensor<32xi32>
      %85 = arith.extsi %84 : tensor<32xi32> to tensor<32xi64>
      %86 = tt.expand_dims %85 {axis = 0 : i32} : tensor<32xi64> -> tensor<1x32xi64>
      %87 = arith.extsi %arg11 : i32 to i64
      %88 = tt.splat %87 : i64 -> tensor<1x32xi64>
      %89 = arith.muli %86, %88 : tensor<1x32xi64>
      %90 = tt.splat %27 : !tt.ptr<f16> -> tensor<1x32x!tt.ptr<f16>>
      %91 = tt.addptr %90, %89 : tensor<1x32x!tt.ptr<f16>>, tensor<1x32xi64>
      %92 = tt.expand_dims %11 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %93 = tt.broadcast %91 : tensor<1x32x!tt.ptr<f16>> -> tensor<16x32x!tt.ptr<f16>>
      %94 = tt.broadcast %92 : tensor<16x1xi32> -> tensor<16x32xi32>
      %95 = tt.addptr %93, %94 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
      %96 = tt.expand_dims %85 {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
      %97 = arith.extsi %arg14 : i32 to i64
      %98 = tt.splat %97 : i64 -> tensor<32x1xi64>
      %99 = arith.muli %96, %98 : tensor<32x1xi64>
      %100 = tt.splat %33 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %101 = tt.addptr %100, %99 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi64>
      %102 = tt.broadcast %101 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x16x!tt.ptr<f16>>
      %103 = tt.addptr %102, %41 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
      %104 = tt.load %95 : tensor<16x32x!tt.ptr<f16>>
      %105 = tt.dot %44, %104, %cst_1, inputPrecision = tf32 : tensor<32x16xf16> * tensor<16x32xf16> -> tensor<32x32xf32>
      %106 = "tt.reduce"(%105) <{axis = 1 : i32}> ({
      ^bb0(%arg25: f32, %arg26: f32):
        %127 = arith.maxnumf %arg25, %arg26 : f32
        tt.reduce.return %127 : f32
      }) : (tensor<32x32xf32>) -> tensor<32xf32>
      %107 = tt.splat %45 : f32 -> tensor<32xf32>
      %108 = arith.mulf %106, %107 : tensor<32xf32>
      %109 = arith.maxnumf %arg24, %108 : tensor<32xf32>
      %110 = tt.splat %45 : f32 -> tensor<32x32xf32>
      %111 = arith.mulf %105, %110 : tensor<32x32xf32>
      %112 = tt.expand_dims %109 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %113 = tt.broadcast %112 : tensor<32x1xf32> -> tensor<32x32xf32>
      %114 = arith.subf %111, %113 : tensor<32x32xf32>
      %115 = math.exp2 %114 : tensor<32x32xf32>
      %116 = arith.subf %arg24, %109 : tensor<32xf32>
      %117 = math.exp2 %116 : tensor<32xf32>
      %118 = arith.mulf %arg23, %117 : tensor<32xf32>
      %119 = "tt.reduce"(%115) <{axis = 1 : i32}> ({
      ^bb0(%arg25: f32, %arg26: f32):
        %127 = arith.addf %arg25, %arg26 : f32
        tt.reduce.return %127 : f32
      }) : (tensor<32x32xf32>) -> tensor<32xf32>
      %120 = arith.addf %118, %119 : tensor<32xf32>
      %121 = tt.expand_dims %117 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %122 = tt.broadcast %121 : tensor<32x1xf32> -> tensor<32x16xf32>
      %123 = arith.mulf %arg22, %122 : tensor<32x16xf32>
      %124 = tt.load %103 : tensor<32x16x!tt.ptr<f16>>
      %125 = arith.truncf %115 : tensor<32x32xf32> to tensor<32x32xf16>
      %126 = tt.dot %125, %124, %123, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x16xf16> -> tensor<32x16xf32>
      scf.yield %126, %120, %109 : tensor<32x16xf32>, tensor<32xf32>, tensor<32xf32>
    }
    %55:3 = scf.for %arg21 = %50 to %53 step %c32_i32 iter_args(%arg22 = %54#0, %arg23 = %54#1, %arg24 = %54#2) -> (tensor<32x16xf32>, tensor<32xf32>, tensor<32xf32>)  : i32 {
      %83 = tt.splat %arg21 : i32 -> tensor<32xi32>
      %84 = arith.addi %83, %8 : tensor<32xi32>
      %85 = arith.extsi %84 : tensor<32xi32> to tensor<32xi64>
      %86 = tt.expand_dims %85 {axis = 0 : i32} : tensor<32xi64> -> tensor<1x32xi64>
      %87 = arith.extsi %arg11 : i32 to i64
      %88 = tt.splat %87 : i64 -> tensor<1x32xi64>
      %89 = arith.muli %86, %88 : tensor<1x32xi64>
      %90 = tt.splat %27 : !tt.ptr<f16> -> tensor<1x32x!tt.ptr<f16>>
      %91 = tt.addptr %90, %89 : tensor<1x32x!tt.ptr<f16>>, tensor<1x32xi64>
      %92 = tt.expand_dims %11 {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
      %93 = tt.broadcast %91 : tensor<1x32x!tt.ptr<f16>> -> tensor<16x32x!tt.ptr<f16>>
      %94 = tt.broadcast %92 : tensor<16x1xi32> -> tensor<16x32xi32>
      %95 = tt.addptr %93, %94 : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
      %96 = tt.expand_dims %85 {axis = 1 : i32} : tensor<32xi64> -> tensor<32x1xi64>
      %97 = arith.extsi %arg14 : i32 to i64
      %98 = tt.splat %97 : i64 -> tensor<32x1xi64>
      %99 = arith.muli %96, %98 : tensor<32x1xi64>
      %100 = tt.splat %33 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
      %101 = tt.addptr %100, %99 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi64>
      %102 = tt.broadcast %101 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x16x!tt.ptr<f16>>
      %103 = tt.addptr %102, %41 : tensor<32x16x!tt.ptr<f16>>, tensor<32x16xi32>
      %104 = tt.expand_dims %84 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
      %105 = tt.splat %arg20 : i32 -> tensor<1x32xi32>
      %106 = arith.cmpi slt, %104, %105 : tensor<1x32xi32>
      %107 = tt.broadcast %106 : tensor<1x32xi1> -> tensor<16x32xi1>
      %108 = tt.load %95, %107, %cst_0 : tensor<16x32x!tt.ptr<f16>>
      %109 = tt.dot %44, %108, %cst_1, inputPrecision = tf32 : tensor<32x16xf16> * tensor<16x32xf16> -> tensor<32x32xf32>
      %110 = tt.broadcast %12 : tensor<32x1xi32> -> tensor<32x32xi32>
      %111 = tt.broadcast %104 : tensor<1x32xi32> -> tensor<32x32xi32>
      %112 = arith.cmpi sge, %110, %111 : tensor<32x32xi32>
      %113 = tt.broadcast %106 : tensor<1x32xi1> -> tensor<32x32xi1>
      %114 = arith.andi %113, %112 : tensor<32x32xi1>
      %115 = tt.splat %45 : f32 -> tensor<32x32xf32>
      %116 = arith.mulf %109, %115 : tensor<32x32xf32>
      %117 = arith.select %114, %116, %cst : tensor<32x32xi1>, tensor<32x32xf32>
      %118 = "tt.reduce"(%117) <{axis = 1 : i32}> ({
      ^bb0(%arg25: f32, %arg26: f32):
        %139 = arith.maxnumf %arg25, %arg26 : f32
        tt.reduce.return %139 : f32
      }) : (tensor<32x32xf32>) -> tensor<32xf32>
      %119 = arith.maxnumf %arg24, %118 : tensor<32xf32>
      %120 = tt.expand_dims %119 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %121 = tt.broadcast %120 : tensor<32x1xf32> -> tensor<32x32xf32>
      %122 = arith.subf %117, %121 : tensor<32x32xf32>
      %123 = math.exp2 %122 : tensor<32x32xf32>
      %124 = arith.subf %arg24, %119 : tensor<32xf32>
      %125 = math.exp2 %124 : tensor<32xf32>
      %126 = arith.mulf %arg23, %125 : tensor<32xf32>
      %127 = "tt.reduce"(%123) <{axis = 1 : i32}> ({
      ^bb0(%arg25: f32, %arg26: f32):
        %139 = arith.addf %arg25, %arg26 : f32
        tt.reduce.return %139 : f32
      }) : (tensor<32x32xf32>) -> tensor<32xf32>
      %128 = arith.addf %126, %127 : tensor<32xf32>
      %129 = tt.expand_dims %125 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
      %130 = tt.broadcast %129 : tensor<32x1xf32> -> tensor<32x16xf32>
      %131 = arith.mulf %arg22, %130 : tensor<32x16xf32>
      %132 = tt.expand_dims %84 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
      %133 = tt.splat %arg20 : i32 -> tensor<32x1xi32>
      %134 = arith.cmpi slt, %132, %133 : tensor<32x1xi32>
      %135 = tt.broadcast %134 : tensor<32x1xi1> -> tensor<32x16xi1>
      %136 = tt.load %103, %135, %cst_4 : tensor<32x16x!tt.ptr<f16>>
      %137 = arith.truncf %123 : tensor<32x32xf32> to tensor<32x32xf16>
      %138 = tt.dot %137, %136, %131, inputPrecision = tf32 : tensor<32x32xf16> * tensor<32x16xf16> -> tensor<32x16xf32>
      scf.yield %138, %128, %119 : tensor<32x16xf32>, tensor<32xf32>, tensor<32xf32>
    }
    %56 = tt.expand_dims %55#1 {axis = 1 : i32} : tensor<32xf32> -> tensor<32x1xf32>
    %57 = tt.broadcast %56 : tensor<32x1xf32> -> tensor<32x16xf32>
    %58 = arith.divf %55#0, %57 : tensor<32x16xf32>
    %59 = math.log2 %55#1 : tensor<32xf32>
    %60 = arith.addf %55#2, %59 : tensor<32xf32>
    %61 = arith.mulf %60, %cst_5 : tensor<32xf32>
    %62 = tt.splat %arg19 : i32 -> tensor<32xi32>
    %63 = arith.cmpi slt, %10, %62 : tensor<32xi32>
    %64 = arith.extsi %1 : i32 to i64
    %65 = arith.extsi %arg19 : i32 to i64
    %66 = arith.muli %64, %65 : i64
    %67 = tt.addptr %arg4, %66 : !tt.ptr<f32>, i64
    %68 = tt.splat %67 : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>>
    %69 = tt.addptr %68, %10 : tensor<32x!tt.ptr<f32>>, tensor<32xi32>
    tt.store %69, %61, %63 : tensor<32x!tt.ptr<f32>>
    %70 = arith.extsi %arg15 : i32 to i64
    %71 = arith.muli %3, %70 : i64
    %72 = arith.extsi %arg16 : i32 to i64
    %73 = arith.muli %5, %72 : i64
    %74 = arith.addi %71, %73 : i64
    %75 = tt.addptr %arg3, %74 : !tt.ptr<f32>, i64
    %76 = arith.extsi %arg17 : i32 to i64
    %77 = tt.splat %76 : i64 -> tensor<32x1xi64>
    %78 = arith.muli %15, %77 : tensor<32x1xi64>
    %79 = tt.splat %75 : !tt.ptr<f32> -> tensor<32x1x!tt.ptr<f32>>
    %80 = tt.addptr %79, %78 : tensor<32x1x!tt.ptr<f32>>, tensor<32x1xi64>
    %81 = tt.broadcast %80 : tensor<32x1x!tt.ptr<f32>> -> tensor<32x16x!tt.ptr<f32>>
    %82 = tt.addptr %81, %41 : tensor<32x16x!tt.ptr<f32>>, tensor<32x16xi32>
    tt.store %82, %58, %43 : tensor<32x16x!tt.ptr<f32>>
    tt.return
  }
}
