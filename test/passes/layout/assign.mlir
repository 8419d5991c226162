// RUN: %tritonc-opt %s -split-input-file -layout-assign=num-warps=4 -layout-verify | %FileCheck %s

// Contiguous aligned accesses are 128 bits wide: four floats per thread, then lanes, then warps, then registers again.
// CHECK-DAG: #[[L:.*]] = #ttg.linear<{register=[{{\[}}1],[2],[512]], lane=[{{\[}}4],[8],[16],[32],[64]], warp=[{{\[}}128],[256]], block=[]}>
// CHECK: "ttg.num-ctas" = 1{{.*}}"ttg.num-warps" = 4{{.*}}ttg.target = "cuda:90"{{.*}}"ttg.threads-per-warp" = 32
// CHECK-LABEL: @vector_add
tt.func @vector_add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK: tt.make_range {{.*}} : tensor<1024xi32, #[[L]]>
  // CHECK: tt.load {{.*}} #[[L]]>
  // CHECK-NOT: convert_layout
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %xp : tensor<1024x!tt.ptr<f32>>
  %w = arith.addf %v, %v : tensor<1024xf32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %yp, %w : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Unaligned: single elements, neighbouring lanes on neighbouring addresses.
// CHECK-DAG: #[[L:.*]] = #ttg.linear<{register=[{{\[}}128],[256],[512]], lane=[{{\[}}1],[2],[4],[8],[16]], warp=[{{\[}}32],[64]], block=[]}>
// CHECK-LABEL: @unaligned
tt.func @unaligned(%x: !tt.ptr<f32>) {
  // CHECK: tt.load {{.*}} #[[L]]>
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %xp : tensor<1024x!tt.ptr<f32>>
  tt.store %xp, %v : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Floats and halves of one row share one layout.
// CHECK-DAG: #[[L:.*]] = #ttg.linear<{register=[{{\[}}1],[2],[512]], lane
// CHECK-LABEL: @mixed
tt.func @mixed(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<bf16> {tt.divisibility = 16 : i32}) {
  // CHECK-COUNT-2: tt.load {{.*}} #[[L]]>
  // CHECK-NOT: convert_layout
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %xp : tensor<1024x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<bf16> -> tensor<1024x!tt.ptr<bf16>>
  %yp = tt.addptr %ys, %r : tensor<1024x!tt.ptr<bf16>>, tensor<1024xi32>
  %w = tt.load %yp : tensor<1024x!tt.ptr<bf16>>
  %w2 = arith.extf %w : tensor<1024xbf16> to tensor<1024xf32>
  %s = arith.addf %v, %w2 : tensor<1024xf32>
  tt.store %xp, %s : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A row-wise softmax in two dimensions: reductions and what is made of them need no conversion, and warps have rows of their own.
// CHECK-DAG: #[[L:.*]] = #ttg.linear<{register=[{{.*}}], lane=[{{\[}}0,4],[0,8],[0,16],[0,32],[0,64]], warp=[{{\[}}1,0],[2,0]], block=[]}>
// CHECK-LABEL: @rows
tt.func @rows(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 16 : i32}) {
  // CHECK: tt.load {{.*}} #[[L]]>
  // CHECK-NOT: convert_layout
  // CHECK: tt.store {{.*}} #[[L]]>
  %i = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32>
  %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
  %s = tt.splat %stride : i32 -> tensor<16x1xi32>
  %row = arith.muli %i2, %s : tensor<16x1xi32>
  %row2 = tt.broadcast %row : tensor<16x1xi32> -> tensor<16x512xi32>
  %j = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %j2 = tt.expand_dims %j {axis = 0 : i32} : tensor<512xi32> -> tensor<1x512xi32>
  %col = tt.broadcast %j2 : tensor<1x512xi32> -> tensor<16x512xi32>
  %o = arith.addi %row2, %col : tensor<16x512xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<16x512x!tt.ptr<f32>>
  %q = tt.addptr %p, %o : tensor<16x512x!tt.ptr<f32>>, tensor<16x512xi32>
  %v = tt.load %q : tensor<16x512x!tt.ptr<f32>>
  %m = "tt.reduce"(%v) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.maxnumf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<16x512xf32>) -> tensor<16xf32>
  %m2 = tt.expand_dims %m {axis = 1 : i32} : tensor<16xf32> -> tensor<16x1xf32>
  %m3 = tt.broadcast %m2 : tensor<16x1xf32> -> tensor<16x512xf32>
  %d = arith.subf %v, %m3 : tensor<16x512xf32>
  tt.store %q, %d : tensor<16x512x!tt.ptr<f32>>
  tt.return
}

// -----

// A transposition: each side has its own coalesced layout, and one conversion stands between.
// CHECK-LABEL: @transpose
tt.func @transpose(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK: tt.load {{.*}}, #[[IN:.*]]>
  // CHECK: ttg.convert_layout
  // CHECK-NOT: ttg.convert_layout
  // CHECK: tt.store
  %c64 = arith.constant dense<64> : tensor<64x1xi32>
  %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %i2 = tt.expand_dims %i {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %row = arith.muli %i2, %c64 : tensor<64x1xi32>
  %row2 = tt.broadcast %row : tensor<64x1xi32> -> tensor<64x64xi32>
  %j2 = tt.expand_dims %i {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %col = tt.broadcast %j2 : tensor<1x64xi32> -> tensor<64x64xi32>
  %o = arith.addi %row2, %col : tensor<64x64xi32>
  %p = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %q = tt.addptr %p, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  %v = tt.load %q : tensor<64x64x!tt.ptr<f32>>
  %t = tt.trans %v {order = array<i32: 1, 0>} : tensor<64x64xf32> -> tensor<64x64xf32>
  %p2 = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %q2 = tt.addptr %p2, %o : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %q2, %t : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// -----

// What a loop carries has one layout: that of the loads in it.
// CHECK-DAG: #[[L:.*]] = #ttg.linear<{register=[{{\[}}1],[2],[512]], lane
// CHECK-LABEL: @accumulate
tt.func @accumulate(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  // CHECK: scf.for {{.*}} -> (tensor<1024xf32, #[[L]]>, tensor<1024x!tt.ptr<f32>, #[[L]]>)
  // CHECK-NOT: convert_layout
  // CHECK: tt.store
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<1024xf32>
  %step = arith.constant dense<1024> : tensor<1024xi32>
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %sum:2 = scf.for %i = %zero to %n step %one iter_args(%acc = %none, %p = %xp) -> (tensor<1024xf32>, tensor<1024x!tt.ptr<f32>>) : i32 {
    %v = tt.load %p : tensor<1024x!tt.ptr<f32>>
    %a = arith.addf %acc, %v : tensor<1024xf32>
    %q = tt.addptr %p, %step : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    scf.yield %a, %q : tensor<1024xf32>, tensor<1024x!tt.ptr<f32>>
  }
  tt.store %xp, %sum#0 : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Branches and while loops likewise.
// CHECK-LABEL: @branches
tt.func @branches(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %c: i1, %n: i32) {
  // CHECK-NOT: convert_layout
  // CHECK: scf.if {{.*}} -> (tensor<1024xf32, #[[L:.*]]>)
  // CHECK: scf.while {{.*}} : (tensor<1024xf32, #[[L]]>, i32) -> (tensor<1024xf32, #[[L]]>, i32)
  %one = arith.constant 1 : i32
  %none = arith.constant dense<0.0> : tensor<1024xf32>
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = scf.if %c -> tensor<1024xf32> {
    %l = tt.load %xp : tensor<1024x!tt.ptr<f32>>
    scf.yield %l : tensor<1024xf32>
  } else {
    scf.yield %none : tensor<1024xf32>
  }
  %w:2 = scf.while (%a = %v, %i = %n) : (tensor<1024xf32>, i32) -> (tensor<1024xf32>, i32) {
    %more = arith.cmpi sgt, %i, %one : i32
    scf.condition(%more) %a, %i : tensor<1024xf32>, i32
  } do {
  ^bb0(%a: tensor<1024xf32>, %i: i32):
    %b = arith.addf %a, %a : tensor<1024xf32>
    %k = arith.subi %i, %one : i32
    scf.yield %b, %k : tensor<1024xf32>, i32
  }
  tt.store %xp, %w#0 : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Joined values are neighbours in one thread, so interleaving and taking apart move nothing.
// CHECK-LABEL: @pairs
tt.func @pairs(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK-NOT: convert_layout
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %a = tt.load %xp : tensor<512x!tt.ptr<f32>>
  %b = arith.addf %a, %a : tensor<512xf32>
  %j = tt.join %a, %b : tensor<512xf32> -> tensor<512x2xf32>
  %c, %d = tt.split %j : tensor<512x2xf32> -> tensor<512xf32>
  %e = arith.mulf %c, %d : tensor<512xf32>
  tt.store %xp, %e : tensor<512x!tt.ptr<f32>>
  %f = tt.reshape %j : tensor<512x2xf32> -> tensor<1024xf32>
  %r2 = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %r2 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %yp, %f : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// A gather follows its indices.
// CHECK-LABEL: @indirect
tt.func @indirect(%x: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK-NOT: convert_layout
  // CHECK: tt.store
  %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
  %xp = tt.addptr %xs, %r : tensor<512x!tt.ptr<i32>>, tensor<512xi32>
  %i = tt.load %xp : tensor<512x!tt.ptr<i32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  %v = tt.load %yp : tensor<512x!tt.ptr<f32>>
  %yq = tt.addptr %ys, %r : tensor<512x!tt.ptr<f32>>, tensor<512xi32>
  tt.store %yq, %v : tensor<512x!tt.ptr<f32>>
  tt.return
}

// -----

// Blocks cross function boundaries in the default layout.
// CHECK-DAG: #[[D:.*]] = #ttg.linear<{register=[{{\[}}128],[256],[512]], lane=[{{\[}}1]
// CHECK-LABEL: @callee
// CHECK-SAME: tensor<1024xf32, #[[D]]>) -> tensor<1024xf32, #[[D]]>
tt.func private @callee(%x: tensor<1024xf32>) -> tensor<1024xf32> attributes {noinline = true} {
  %y = arith.addf %x, %x : tensor<1024xf32>
  tt.return %y : tensor<1024xf32>
}
// CHECK-LABEL: @caller
tt.func @caller(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK: ttg.convert_layout
  // CHECK: tt.call @callee
  // CHECK: ttg.convert_layout
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  %v = tt.load %xp : tensor<1024x!tt.ptr<f32>>
  %w = tt.call @callee(%v) : (tensor<1024xf32>) -> tensor<1024xf32>
  tt.store %xp, %w : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// -----

// Without a matrix instruction operands come as they are.
// CHECK-LABEL: @product
tt.func @product(%a: tensor<16x32xf32>, %b: tensor<32x16xf32>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: tt.dot
  %d = tt.dot %a, %b, %c : tensor<16x32xf32> * tensor<32x16xf32> -> tensor<16x16xf32>
  tt.return %d : tensor<16x16xf32>
}

// -----

// Each warp scans a contiguous part, so that it has one total for the others.
// CHECK-DAG: #[[L:.*]] = #ttg.linear<{register=[{{\[}}1],[2],[128],[256],[512]], lane=[{{\[}}4],[8],[16],[32],[64]], warp=[{{\[}}1024],[2048]], block=[]}>
// CHECK-LABEL: @scan
tt.func @scan(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}) {
  // CHECK: tt.load {{.*}} #[[L]]>
  // CHECK-NOT: convert_layout
  %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<4096x!tt.ptr<f32>>, tensor<4096xi32>
  %v = tt.load %xp : tensor<4096x!tt.ptr<f32>>
  %s = "tt.scan"(%v) <{axis = 0 : i32, reverse = false}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.scan.return %c : f32
  }) : (tensor<4096xf32>) -> tensor<4096xf32>
  tt.store %xp, %s : tensor<4096x!tt.ptr<f32>>
  tt.return
}

// -----

// A histogram's mask is held as the elements are, four neighbours to a thread, though it is cheap to make in any layout.
// CHECK-LABEL: @masked_histogram
// CHECK: %[[RANGE:.*]] = tt.make_range {{.*}} : tensor<512xi32, #[[L:[a-z0-9]+]]>
// CHECK: %[[X:.*]] = tt.load {{.*}} : tensor<512x!tt.ptr<i32>, #[[L]]>
// CHECK: %[[MASK:.*]] = arith.cmpi slt, {{.*}} : tensor<512xi32, #[[L]]>
// CHECK: tt.histogram %[[X]], %[[MASK]] : tensor<512xi32, #[[L]]>
tt.func @masked_histogram(%p: !tt.ptr<i32> {tt.divisibility = 16 : i32}) -> tensor<64xi32> {
  %limit = arith.constant dense<300> : tensor<512xi32>
  %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32>
  %s = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>>
  %a = tt.addptr %s, %i : tensor<512x!tt.ptr<i32>>, tensor<512xi32>
  %x = tt.load %a : tensor<512x!tt.ptr<i32>>
  %m = arith.cmpi slt, %i, %limit : tensor<512xi32>
  %h = tt.histogram %x, %m : tensor<512xi32> -> tensor<64xi32>
  tt.return %h : tensor<64xi32>
}
