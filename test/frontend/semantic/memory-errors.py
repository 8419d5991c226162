# Loads, stores, block pointers and atomics with arguments that they cannot take.
# RUN: %not %tritonc %s --emit=ttir --target=sm_90a -o - --signature='p=*fp32, c=*kfp32, h=*fp16, i8=*i8, n=i32, n64=i64, BLOCK=16' 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def kernel(p, c, h, i8, n, n64, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    x = tl.load(p + offs)
    bp = tl.make_block_ptr(p, (n, n), (n, 1), (0, 0), (16, 16), (1, 0))
    m = tl.load(bp)
    # CHECK: memory-errors.py:[[#@LINE+1]]:{{[0-9]+}}: error: load needs a pointer or a block of pointers, not fp32[16]
    y = tl.load(x)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a mask must be int1, not int32[16]
    y = tl.load(p + offs, mask=offs)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'other' is given without a mask
    y = tl.load(p + offs, other=0.0)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'mask' is a block, int1[16], but the pointer is a scalar
    y = tl.load(p, mask=offs < n)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unknown cache_modifier '.wb'
    y = tl.load(p + offs, cache_modifier=".wb")
    # CHECK: hint: loads take '.ca', '.cg' or '.cv'
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unknown eviction_policy 'first'
    y = tl.load(p + offs, eviction_policy="first")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: boundary_check and padding_option apply to block pointers only
    y = tl.load(p + offs, boundary_check=(0,))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: mask and other do not apply to block pointers
    y = tl.load(bp, mask=n > 0)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: boundary_check names dimension 2, which is repeated or out of range for rank 2
    y = tl.load(bp, boundary_check=(0, 2))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unknown padding_option 'one'
    y = tl.load(bp, padding_option="one")
    ip = tl.make_block_ptr(i8, (n,), (1,), (0,), (16,), (0,))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: padding with NaN needs floats, not int8[16]
    y = tl.load(ip, boundary_check=(0,), padding_option="nan")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: shape, strides, offsets, block_shape and order must have one length, not 2, 2, 1, 2 and 2
    y = tl.make_block_ptr(p, (n, n), (n, 1), (0,), (16, 16), (1, 0))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: offsets must be 32-bit integers, not int64
    y = tl.advance(bp, (n64, 0))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 1 offsets for 2 dimensions
    y = tl.advance(bp, (n,))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cannot write through const_pointer<fp32>
    tl.store(c, 0.0)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'value' is a block, fp32[16], but the pointer is a scalar
    tl.store(p, x)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the pointer block {{.*}} is smaller than what is stored, {{.*}}: lanes would share addresses
    tl.store(p + offs, m)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cannot store fp16[16, 16] through a pointer to fp32[16, 16]
    tl.store(bp, m.to(tl.float16))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: atomic_max does not support fp16
    tl.atomic_max(h + offs, x)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unknown sem 'seq_cst'
    tl.atomic_add(p + offs, x, sem="seq_cst")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unknown scope 'cluster'
    tl.atomic_add(p + offs, x, scope="cluster")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cannot reinterpret fp32[16] as fp16: the widths differ
    y = x.to(tl.float16, bitcast=True)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cannot convert pointer<fp32> to int32
    y = p.to(tl.int32)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: fp_downcast_rounding is for conversions to a narrower float, not from fp32 to int32
    y = x.to(tl.int32, fp_downcast_rounding="rtz")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unknown fp_downcast_rounding 'up'
    y = x.to(tl.float16, fp_downcast_rounding="up")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'dtype' must be a dtype such as tl.float32, not 3
    y = x.to(3)
