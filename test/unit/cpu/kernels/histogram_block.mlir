module {
  tt.func public @histogram_block_kernel(%arg0: !tt.ptr<i32>, %arg1: !tt.ptr<i32>, %arg2: i32) attributes {noinline = false} {
    %cst = arith.constant dense<true> : tensor<64xi1>
    %cst_0 = arith.constant dense<0> : tensor<1024xi32>
    %c1024_i64 = arith.constant 1024 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.muli %1, %c1024_i64 : i64
    %3 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
    %4 = arith.extsi %3 : tensor<1024xi32> to tensor<1024xi64>
    %5 = tt.splat %2 : i64 -> tensor<1024xi64>
    %6 = arith.addi %5, %4 : tensor<1024xi64>
    %7 = arith.extsi %arg2 : i32 to i64
    %8 = tt.splat %7 : i64 -> tensor<1024xi64>
    %9 = arith.cmpi slt, %6, %8 : tensor<1024xi64>
    %10 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<1024x!tt.ptr<i32>>
    %11 = tt.addptr %10, %6 : tensor<1024x!tt.ptr<i32>>, tensor<1024xi64>
    %12 = tt.load %11, %9, %cst_0 : tensor<1024x!tt.ptr<i32>>
    %13 = tt.histogram %12, %9 : tensor<1024xi32> -> tensor<64xi32>
    %14 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %15 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
    %16 = tt.addptr %15, %14 : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
    %17 = tt.atomic_rmw add, relaxed, gpu, %16, %13, %cst : (tensor<64x!tt.ptr<i32>>, tensor<64xi32>, tensor<64xi1>) -> tensor<64xi32>
    tt.return
  }
}
