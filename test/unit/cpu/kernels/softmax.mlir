module {
  tt.func public @softmax_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: i32, %arg3: i32, %arg4: i32) attributes {noinline = false} {
    %cst = arith.constant dense<0xFF800000> : tensor<1024xf32>
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %3 = tt.splat %arg4 : i32 -> tensor<1024xi32>
    %4 = arith.cmpi slt, %2, %3 : tensor<1024xi32>
    %5 = arith.extsi %arg2 : i32 to i64
    %6 = arith.muli %1, %5 : i64
    %7 = tt.addptr %arg0, %6 : !tt.ptr<f32>, i64
    %8 = tt.splat %7 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %9 = tt.addptr %8, %2 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %10 = tt.load %9, %4, %cst : tensor<1024x!tt.ptr<f32>>
    %11 = "tt.reduce"(%10) <{axis = 0 : i32}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      %23 = arith.maxnumf %arg5, %arg6 : f32
      tt.reduce.return %23 : f32
    }) : (tensor<1024xf32>) -> f32
    %12 = tt.splat %11 : f32 -> tensor<1024xf32>
    %13 = arith.subf %10, %12 : tensor<1024xf32>
    %14 = math.exp %13 : tensor<1024xf32>
    %15 = "tt.reduce"(%14) <{axis = 0 : i32}> ({
    ^bb0(%arg5: f32, %arg6: f32):
      %23 = arith.addf %arg5, %arg6 : f32
      tt.reduce.return %23 : f32
    }) : (tensor<1024xf32>) -> f32
    %16 = tt.splat %15 : f32 -> tensor<1024xf32>
    %17 = arith.divf %14, %16 : tensor<1024xf32>
    %18 = arith.extsi %arg3 : i32 to i64
    %19 = arith.muli %1, %18 : i64
    %20 = tt.addptr %arg1, %19 : !tt.ptr<f32>, i64
    %21 = tt.splat %20 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %22 = tt.addptr %21, %2 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    tt.store %22, %17, %4 : tensor<1024x!tt.ptr<f32>>
    tt.return
  }
}
