module {
  tt.func public @histogram_atomic_kernel(%arg0: !tt.ptr<i32>, %arg1: !tt.ptr<i32>, %arg2: i32) attributes {noinline = false} {
    %cst = arith.constant dense<1> : tensor<512xi32>
    %cst_0 = arith.constant dense<0> : tensor<512xi32>
    %c512_i64 = arith.constant 512 : i64
    %0 = tt.get_program_id x : i32
    %1 = arith.extsi %0 : i32 to i64
    %2 = arith.muli %1, %c512_i64 : i64
    %3 = tt.make_range {end = 512 : i32, start = 0 : i32} : tensor<512xi32>
    %4 = arith.extsi %3 : tensor<512xi32> to tensor<512xi64>
    %5 = tt.splat %2 : i64 -> tensor<512xi64>
    %6 = arith.addi %5, %4 : tensor<512xi64>
    %7 = arith.extsi %arg2 : i32 to i64
    %8 = tt.splat %7 : i64 -> tensor<512xi64>
    %9 = arith.cmpi slt, %6, %8 : tensor<512xi64>
    %10 = tt.splat %arg0 : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
    %11 = tt.addptr %10, %6 : tensor<512x!tt.ptr<i32>>, tensor<512xi64>
    %12 = tt.load %11, %9, %cst_0 : tensor<512x!tt.ptr<i32>>
    %13 = tt.splat %arg1 : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
    %14 = tt.addptr %13, %12 : tensor<512x!tt.ptr<i32>>, tensor<512xi32>
    %15 = tt.atomic_rmw add, relaxed, gpu, %14, %cst, %9 : (tensor<512x!tt.ptr<i32>>, tensor<512xi32>, tensor<512xi1>) -> tensor<512xi32>
    tt.return
  }
}
