# Classes of the language, asked for.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --signature='p=*fp32, n=i32, B=16' | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def k(p, n, B: tl.constexpr):
    x = tl.load(p + tl.arange(0, B))
    d = tl.make_tensor_descriptor(p, shape=[n, n], strides=[n, 1], block_shape=[B, B])
    tl.static_assert(isinstance(x, tl.tensor) and isinstance(n, tl.core.tensor))
    tl.static_assert(not isinstance(d, tl.tensor) and isinstance(d, tl.tensor_descriptor))
    tl.static_assert(isinstance(B, int) and not isinstance(x, int))
    tl.static_assert(isinstance((x, n), (tl.tensor, tl.tuple)))
    tl.static_assert(isinstance(x.dtype, tl.dtype) and isinstance(x.type, tl.block_type))
    tl.static_assert(isinstance(p.dtype, tl.pointer_type) and not isinstance(x.dtype, tl.block_type))
    tl.static_assert(n.dtype.int_signedness == tl.dtype.SIGNEDNESS.SIGNED)
    tl.static_assert(tl.uint8.int_signedness == tl.dtype.SIGNEDNESS.UNSIGNED)
    tl.static_assert(x.dtype.kind() == tl.dtype.KIND.FLOATING and tl.int1.kind() == tl.dtype.KIND.BOOLEAN)
    tl.static_assert(n.dtype.kind() == tl.dtype.KIND.INTEGRAL)
    # CHECK: tt.store
    tl.store(p, n)
