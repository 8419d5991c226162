# Bounds of ranges and shapes of descriptors that would be cut off.
# RUN: %not %tritonc %s --signature='p=*fp32, n=i32, f=fp32' --emit=ttir -o - 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def k(p, n, f):
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: arange(0, -128) is empty: the end must be greater than the start
    a = tl.arange(0, -128)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: arange(-16, 16): its bounds must be from 0 to 2^32 - 1
    a = tl.arange(-16, 16)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'shape' must be a list of integers, not one with float
    d = tl.make_tensor_descriptor(p, [16.5, n], [n, 1], [16, 16])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'shape' must be a list of integers, not one with fp32
    d = tl.make_tensor_descriptor(p, [f, n], [n, 1], [16, 16])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'strides' must be a list of integers, not one with float
    d = tl.make_tensor_descriptor(p, [n, n], [2.0, 1], [16, 16])
