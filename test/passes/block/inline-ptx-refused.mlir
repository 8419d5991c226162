// RUN: %tritonc-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(tt.func(block-inline-ptx))'
tt.func @register() -> i64 {
  // expected-error @+1 {{inline PTX cannot be translated for this target: the special register '%globaltimer' is one of NVIDIA GPUs}}
  %r = tt.elementwise_inline_asm "mov.u64 $0, %globaltimer;" {constraints = "=l", packed_element = 1 : i32, pure = false} -> i64
  tt.return %r : i64
}

// -----

tt.func @unknown(%x: f32) -> f32 {
  // expected-error @+1 {{'add.rz.f32 $0, $1, $1': it is not known for this target}}
  %r = tt.elementwise_inline_asm "add.rz.f32 $0, $1, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return %r : f32
}

// -----

tt.func @branch(%x: f32) -> f32 {
  // expected-error @+1 {{labels and branches are not supported}}
  %r = tt.elementwise_inline_asm "again: mov.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return %r : f32
}

// -----

tt.func @open(%x: f32) -> f32 {
  // expected-error @+1 {{a '{' without its '}'}}
  %r = tt.elementwise_inline_asm "{ mov.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return %r : f32
}

// -----

// The target's own assembly is not for this pass on a GPU, and unknown where there is none.
tt.func @other(%x: f32) -> f32 {
  // expected-error @+1 {{inline PTX cannot be translated for this target}}
  %r = tt.elementwise_inline_asm "v_exp_f32 $0, $1" {constraints = "=v,v", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return %r : f32
}
