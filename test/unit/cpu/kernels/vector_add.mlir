module {
  tt.func public @vector_add_kernel(%arg0: !tt.ptr<f32>, %arg1: !tt.ptr<f32>, %arg2: !tt.ptr<f32>, %arg3: i32) attributes {noinline = false} {
    %c1024_i64 = arith.constant 1024 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.muli %1, %c1024_i64 : i64
    %3 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %4 = arith.extsi %3 : tensor<1024xi32> to tensor<1024xi64>
    %5 = tt.splat %2 : i64 -> tensor<1024xi64>
    %6 = arith.addi %5, %4 : tensor<1024xi64>
    %7 = arith.extsi %arg3 : i32 to i64
    %8 = tt.splat %7 : i64 -> tensor<1024xi64>
    %9 = arith.cmpi slt, %6, %8 : tensor<1024xi64>
    %10 = tt.splat %arg0 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %11 = tt.addptr %10, %6 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi64>
    %12 = tt.load %11, %9 : tensor<1024x!tt.ptr<f32>>
    %13 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %14 = tt.addptr %13, %6 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi64>
    %15 = tt.load %14, %9 : tensor<1024x!tt.ptr<f32>>
    %16 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %17 = tt.addptr %16, %6 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi64>
    %18 = arith.addf %12, %15 : tensor<1024xf32>
    tt.store %17, %18, %9 : tensor<1024x!tt.ptr<f32>>
    tt.return
  }
}
