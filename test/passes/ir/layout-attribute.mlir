// RUN: %tritonc-opt %s | %FileCheck %s
// RUN: %tritonc-opt %s | %tritonc-opt | %FileCheck %s

// Named families are read and become linear maps.
#rows = #ttg.blocked<{shape = [64, 64], sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#column = #ttg.slice<{dim = 1, parent = #rows}>
#spread = #ttg.blocked<{shape = [64], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// CHECK-DAG: #[[ROWS:.*]] = #ttg.linear<{register=[{{\[}}0,1],[0,2],[0,32],[16,0],[32,0]], lane=[{{\[}}0,4],[0,8],[0,16],[1,0],[2,0]], warp=[{{\[}}4,0],[8,0]], block=[]}>
// CHECK-DAG: #[[COLUMN:.*]] = #ttg.linear<{register=[{{\[}}16],[32]], lane=[{{\[}}0],[0],[0],[1],[2]], warp=[{{\[}}4],[8]], block=[]}>
// CHECK-DAG: #[[SPREAD:.*]] = #ttg.linear<{register=[], lane=[{{\[}}1],[2],[4],[8],[16]], warp=[{{\[}}32],[0]], block=[]}>
// CHECK: "ttg.num-warps" = 4
module attributes {"ttg.num-warps" = 4 : i32} {
  // CHECK: tensor<64x64xf32, #[[ROWS]]>
  tt.func private @f(%a: tensor<64x64xf32, #rows>, %b: tensor<64xf32, #column>) -> tensor<64xf32, #spread> {
    // CHECK: ttg.convert_layout %{{.*}} : tensor<64xf32, #[[COLUMN]]> -> tensor<64xf32, #[[SPREAD]]>
    %c = ttg.convert_layout %b : tensor<64xf32, #column> -> tensor<64xf32, #spread>
    tt.return %c : tensor<64xf32, #spread>
  }
}
