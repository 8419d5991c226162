# dot, dot_scaled, descriptors, reductions and static assertions with operands that do not fit.
# RUN: %not %tritonc %s --emit=ttir --target=sm_90a -o - --signature='p=*fp32, n=i32, BLOCK=16' 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def widen(a, b):
    return a.to(tl.float32) + b


@triton.jit
def two(a, b):
    return a, b


@triton.jit
def kernel(p, n, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    a = tl.zeros((16, 32), tl.float16)
    b = tl.zeros((32, 16), tl.float16)
    e = tl.zeros((32, 16), tl.float32)
    acc = tl.zeros((16, 16), tl.float16)
    # CHECK: matrix-errors.py:[[#@LINE+1]]:{{[0-9]+}}: error: dot cannot multiply fp16[16, 32] and fp32[32, 16]
    y = tl.dot(a, e)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: dot of fp16[16, 32] and fp16[16, 32]: the inner dimensions are 32 and 16
    y = tl.dot(a, a)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: dot needs two blocks of one rank, at least 2, not
    y = tl.dot(offs.to(tl.float16), offs.to(tl.float16))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: dot needs equal batch dimensions
    y = tl.dot(tl.zeros((2, 16, 32), tl.float16), tl.zeros((4, 32, 16), tl.float16))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the accumulator is a block fp16[16, 16], expected fp32[16, 16]
    y = tl.dot(a, b, acc)
    # CHECK: hint: out_dtype names the accumulator's type
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: out_dtype bf16 is not available for operands of type bf16
    y = tl.dot(a.to(tl.bfloat16), b.to(tl.bfloat16), out_dtype=tl.bfloat16)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: input_precision and allow_tf32 exclude each other
    y = tl.dot(a, b, input_precision="ieee", allow_tf32=True)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: unknown input_precision 'fp32'
    y = tl.dot(a, b, input_precision="fp32")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: max_num_imprecise_acc is 64, must be from 0 to the inner dimension, 32
    y = tl.dot(a.to(tl.float8e5), b.to(tl.float8e5), max_num_imprecise_acc=64)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: format e2m1 does not fit a block of type fp16[16, 32]
    y = tl.dot_scaled(a, None, "e2m1", b, None, "fp16")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a scale block of type uint8[16, 4] does not fit, expected [16, 1]
    y = tl.dot_scaled(a, tl.zeros((16, 4), tl.uint8), "fp16", b, None, "fp16")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'scale' must be a block of uint8 (exponents) or float8e4nv, not a block fp16[16, 1]
    y = tl.dot_scaled(a, tl.zeros((16, 1), tl.float16), "fp16", b, None, "fp16")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the last stride of a descriptor must be 1, not a run-time int32
    d = tl.make_tensor_descriptor(p, [n, n], [n, n], [16, 16])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the last stride of a descriptor must be 1, not 2
    d = tl.make_tensor_descriptor(p, [n, n], [n, 2], [16, 16])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the last dimension of a descriptor's block must have at least 16 bytes: 2 x fp32 is less
    d = tl.make_tensor_descriptor(p, [n, n], [n, 1], [16, 2])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a descriptor has 1 to 5 dimensions and as many strides and block sizes, not 2, 2 and 1
    d = tl.make_tensor_descriptor(p, [n, n], [n, 1], [16])
    desc = tl.make_tensor_descriptor(p, [n, n], [n, 1], [16, 16])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 1 offsets for 2 dimensions
    y = desc.load([0])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a value of type fp32[32, 16] does not fit the descriptor's block fp32[16, 16]
    desc.store([0, 0], e)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: gather and scatter need a descriptor of one-row blocks
    y = desc.gather(offs, 0)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: blocks that are combined together must have one shape: fp16[16, 32] and fp16[32, 16]
    y = tl.reduce((a, b), 0, two)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the function gives fp32 for an element of type fp16
    y = tl.reduce(a, 0, widen)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the function gives 2 values, expected 1
    y = tl.reduce(a, 0, two)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: static assertion failed: BLOCK must be 32
    tl.static_assert(BLOCK == 32, "BLOCK must be 32")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: static_assert needs a condition known at compile time, not
    tl.static_assert(n > 0)
