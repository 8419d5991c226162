// Descriptors made from parameters become parameters; all of a kernel's or none.
// RUN: %tritonc-opt %s --split-input-file --block-host-descriptors=target=sm_90a --block-lower-pointers | %FileCheck %s
// RUN: %tritonc-opt %s --split-input-file --block-host-descriptors=target=sm_80 | %FileCheck %s --check-prefix=OTHER

// OTHER-NOT: ttg.tensor_maps
// OTHER: tt.make_tensor_descriptor

// CHECK: module attributes {ttg.tensor_maps = [{base = 0 : i32, block = tensor<64x64xf16>, sizes = ["p1", "4096"], strides = ["p2", "1"]}]}
// CHECK: tt.func public @copy(%{{.*}}: !tt.ptr<f16>, %{{.*}}: i32, %{{.*}}: i32, %[[D:.*]]: !tt.tensordesc<tensor<64x64xf16>>) attributes {ttg.keep_descriptors}
// CHECK-NOT: tt.make_tensor_descriptor
// CHECK: tt.descriptor_load %[[D]]
// CHECK: tt.descriptor_store %[[D]]
tt.func public @copy(%p: !tt.ptr<f16>, %m: i32, %s: i32) {
  %one = arith.constant 1 : i64
  %n = arith.constant 4096 : i32
  %c0 = arith.constant 0 : i32
  %stride = arith.extsi %s : i32 to i64
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16>>
  %x = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  tt.descriptor_store %d[%c0, %s], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

// -----

// The base of the second is computed: both stay with the kernel.
// CHECK-NOT: ttg.tensor_maps
// CHECK-LABEL: @computed
// CHECK-NOT: tensordesc
// CHECK: tt.load
tt.func public @computed(%p: !tt.ptr<f16>, %m: i32, %s: i32) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %stride = arith.extsi %s : i32 to i64
  %q = tt.addptr %p, %s : !tt.ptr<f16>, i32
  %d = tt.make_tensor_descriptor %p, [%m, %m], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16>>
  %e = tt.make_tensor_descriptor %q, [%m, %m], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x64xf16>>
  %x = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  tt.descriptor_store %e[%c0, %s], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16>
  tt.return
}

// -----

// A row of eight halves is too short for the accelerator's panels.
// CHECK-NOT: ttg.tensor_maps
// CHECK-LABEL: @narrow
// CHECK-NOT: tensordesc
tt.func public @narrow(%p: !tt.ptr<f16>, %m: i32, %s: i32) {
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : i32
  %stride = arith.extsi %s : i32 to i64
  %d = tt.make_tensor_descriptor %p, [%m, %m], [%stride, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<64x8xf16>>
  %x = tt.descriptor_load %d[%c0, %c0] : !tt.tensordesc<tensor<64x8xf16>> -> tensor<64x8xf16>
  tt.descriptor_store %d[%c0, %s], %x : !tt.tensordesc<tensor<64x8xf16>>, tensor<64x8xf16>
  tt.return
}
