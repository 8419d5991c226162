# Operators on types and literals that do not go together: each is reported at its place, and the rest of the kernel goes on.
# RUN: %not %tritonc %s --emit=ttir --target=sm_90a -o - --signature='p=*fp32, b=*u8, f=fp32, i=i32, u=u32, BLOCK=16' 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def kernel(p, b, f, i, u, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    x = tl.load(p + offs)
    bytes = tl.load(b + offs)
    # CHECK: arithmetic-errors.py:[[#@LINE+1]]:{{[0-9]+}}: error: '+' cannot combine pointer<fp32> and fp32
    q = p + f
    # CHECK: hint: pointer offsets are integers
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: two pointers of type pointer<fp32> cannot be added
    q = p + p
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: '*' cannot combine pointer<fp32> and int32
    q = p * i
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: '&' cannot combine fp32[16] and fp32[16]
    y = x & x
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: '//' of int32 and uint32, which differ in signedness: convert one of them
    y = i // u
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: '//' cannot divide fp32[16] by fp32
    y = x // 2
    # CHECK: hint: use tl.floor(x / y)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: negative literal -1 with an operand of unsigned type uint8
    y = bytes + -1
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 300 does not fit uint8
    y = bytes + 300
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: '-' cannot be applied to pointer<fp32>
    y = -p
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: '~' cannot be applied to fp32[16]
    y = ~x
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: shifting by 9 passes the width of uint8: the result is not defined
    y = bytes << 9
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'exp' takes fp32 or fp64, not int32[16]
    y = tl.exp(offs)
    # CHECK: hint: convert it with .to(tl.float32)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'clamp' takes floats, not int32[16]
    y = tl.clamp(offs, 0, 1)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'xor_sum' takes integers, not fp32[16]
    y = tl.xor_sum(x, 0)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: no form of 'ldexp' takes (fp32, fp32); there is (fp32, int32) or (fp64, int32)
    y = tl.math.ldexp(x, x)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: expected a number or a block of numbers, found str
    y = tl.exp("x")
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: 'max' needs at least one value
    y = max()
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: division by zero
    y = tl.cdiv(BLOCK, 0)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a block of type int1[16] is no condition: its elements may disagree
    if x > 0:
        y = 1
