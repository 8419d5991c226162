# Shapes that do not fit, and sizes that a block cannot have.
# RUN: %not %tritonc %s --emit=ttir --target=sm_90a -o - --signature='p=*fp32, n=i32, BLOCK=16' 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def kernel(p, n, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    wide = tl.arange(0, 32)
    m = offs[:, None] + wide[None, :]
    # CHECK: shape-errors.py:[[#@LINE+1]]:{{[0-9]+}}: error: shapes of int32[16] and int32[32] do not match: dimension 0 is 16 and 32
    y = offs + wide
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: arange has 24 elements, which is no power of two
    y = tl.arange(0, 24)
    # CHECK: hint: use 32 (triton.next_power_of_2) and mask the rest
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: arange(8, 8) is empty: the end must be greater than the start
    y = tl.arange(8, 8)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: arange(4294967296, 4294967312): its bounds must be from 0 to 2^32 - 1
    y = tl.arange(4294967296, 4294967312)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: arange needs bounds known at compile time, not int32
    y = tl.arange(0, n)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: size 12 in block shape [12, 4] is no power of two
    y = tl.zeros((12, 4), tl.float32)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a block of shape [2048, 1024] has more than 1048576 elements
    y = tl.zeros((2048, 1024), tl.float32)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: a block's shape must be integers known at compile time, not a run-time int32
    y = tl.zeros((n, 4), tl.float32)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cannot reshape int32[16, 32] (512 elements) to [16, 16] (256 elements)
    y = tl.reshape(m, (16, 16))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cannot broadcast int32[16] to shape [16, 16]: the ranks differ
    y = tl.broadcast_to(offs, (16, 16))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cannot broadcast int32[16] to shape [32]: dimension 0 is 16, not 1 or 32
    y = tl.broadcast_to(offs, [32])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: axis 2 is out of range for rank 2
    y = tl.sum(m, 2)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: axis 0 is given twice
    y = tl.expand_dims(offs, (0, 0))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: [0, 0] is no permutation of the dimensions of int32[16, 32]
    y = tl.permute(m, (0, 0))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: trans needs a block of at least two dimensions, not int32[16]
    y = offs.T
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: split needs a block whose last dimension is 2, not int32[16, 32]
    y = tl.split(m)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cat may reorder elements
    y = tl.cat(offs, offs)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: cat joins two blocks of one type with one dimension, not int32[16] and int32[32]
    y = tl.cat(offs, wide, can_reorder=True)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: gather needs integer indices of the source's rank, not int32[16, 32] with int32[16]
    y = tl.gather(m, offs, 0)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: int cannot index a block of type int32[16]
    y = offs[3]
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: too many indices for int32[16]: 2
    y = offs[:, :, None]
    # A scalar takes any subscript.
    y = n[:, None]
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: only a block of one element is a scalar, not int32[16]
    y = offs.item()
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: expected a scalar, found a block int32[16]
    y = tl.full((16,), offs, tl.float32)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: histogram takes a block of integers with one dimension, not int32[16, 32]
    y = tl.histogram(m, 16)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'axis' must be 0, 1 or 2, not 3
    y = tl.program_id(3)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: expected a block, found a run-time int32
    y = tl.sum(n, 0)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: multiple_of got 2 numbers for int32[16]: one for each dimension expected
    y = tl.multiple_of(offs, (8, 8))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: dimension 1 of int32[16, 32] has a size other than 1
    y = tl.squeeze(m, 1)
