// RUN: %tritonc-opt %s -layout-assign="num-warps=2 target=gfx942" -layout-verify | %FileCheck %s --check-prefix=WAVE64
// RUN: %tritonc-opt %s -layout-assign="num-warps=2 target=gfx1100" -layout-verify | %FileCheck %s --check-prefix=WAVE32

// WAVE64: #ttg.linear<{register=[{{\[}}1],[2],[512]], lane=[{{\[}}4],[8],[16],[32],[64],[128]], warp=[{{\[}}256]], block=[]}>
// WAVE64: ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64
// WAVE32: #ttg.linear<{register=[{{\[}}1],[2],[256],[512]], lane=[{{\[}}4],[8],[16],[32],[64]], warp=[{{\[}}128]], block=[]}>
// WAVE32: ttg.target = "hip:gfx1100", "ttg.threads-per-warp" = 32
tt.func @copy(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %xp : tensor<1024x!tt.ptr<f32>>
  tt.store %xp, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}
