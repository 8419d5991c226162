// RUN: %tritonc-opt %s -pass-pipeline='builtin.module(tt.func(block-inline-ptx{keep-other=true}))' | %FileCheck %s

// CHECK: tt.elementwise_inline_asm "v_exp_f32 $0, $1"
tt.func @other(%x: f32) -> f32 {
  %r = tt.elementwise_inline_asm "v_exp_f32 $0, $1" {constraints = "=v,v", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return %r : f32
}
