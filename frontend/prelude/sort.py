# sort.py - bitonic sorting networks (Batcher, 1968), written in the Triton language.
#
# A block of 2^n elements is seen as a hypercube: n dimensions of size 2, one for each bit of an element's position, the
# innermost bit last. A compare-and-exchange step across one bit is then elementwise: every element meets its partner across
# that dimension, which is the xor of the pair (by a reduction) with the element itself. The direction of a comparison is
# another bit of the position.
import triton
import triton.language as tl


@triton.jit
def _indicator(n_dims: tl.constexpr, bit: tl.constexpr):
    # Bit number `bit` of an element's position, shaped to broadcast over a hypercube of n_dims dimensions.
    return tl.reshape(tl.arange(0, 2), [1] * (n_dims - bit - 1) + [2] + [1] * bit)


@triton.jit
def _compare_and_swap(x, flip, bit: tl.constexpr):
    n_dims: tl.constexpr = tl._log2(x.numel)
    as_int: tl.constexpr = tl.get_int_dtype(bitwidth=x.dtype.primitive_bitwidth, signed=True)
    bits = x.to(as_int, bitcast=True)
    partner = (bits ^ tl.xor_sum(bits, n_dims - 1 - bit, True)).to(x.dtype, bitcast=True)
    return tl.where((x > partner) != (flip ^ _indicator(n_dims, bit)), partner, x)


@triton.jit
def _bitonic_merge_hypercube(x, stage: tl.constexpr, order: tl.constexpr):
    # Sorts bitonic runs of 2^stage elements: upwards (order 0), downwards (1), or alternately (2), which makes the
    # bitonic runs that the next stage needs.
    if order == 2:
        flip = _indicator(tl._log2(x.numel), stage)
    else:
        flip = order
    for step in tl.static_range(stage):
        x = _compare_and_swap(x, flip, stage - 1 - step)
    return x


@triton.jit
def sort_impl(x, k: tl.constexpr = None, dim: tl.constexpr = None, descending: tl.constexpr = False):
    axis: tl.constexpr = len(x.shape) - 1 if dim is None else dim
    tl.static_assert(axis == len(x.shape) - 1, "only the last dimension can be sorted")
    log_n: tl.constexpr = tl._log2(x.shape[axis])
    log_k: tl.constexpr = log_n if k is None else tl._log2(k)
    n_dims: tl.constexpr = tl._log2(x.numel)
    cube = tl.reshape(x, [2] * n_dims if n_dims else [1])
    for stage in tl.static_range(1, log_k + 1):
        cube = _bitonic_merge_hypercube(cube, stage, 2 if stage < log_n else descending)
    # For the k best: of two sorted runs of k, the elementwise extremes are the k best of both, as a bitonic run.
    for stage in tl.static_range(log_k + 1, log_n + 1):
        pair_axis: tl.constexpr = tl._log2(cube.numel) - 1 - log_k
        cube = tl.max(cube, axis=pair_axis) if descending else tl.min(cube, axis=pair_axis)
        cube = _bitonic_merge_hypercube(cube, log_k, 2 if stage < log_n else descending)
    return tl.reshape(cube, x.shape[:-1] + [2**log_k])


@triton.jit
def sort(x, dim: tl.constexpr = None, descending: tl.constexpr = False):
    return sort_impl(x, dim=dim, descending=descending)


@triton.jit
def topk(x, k: tl.constexpr, dim: tl.constexpr = None):
    return sort_impl(x, k=k, dim=dim, descending=True)


@triton.jit
def bitonic_merge(x, dim: tl.constexpr = None, descending: tl.constexpr = False):
    axis: tl.constexpr = len(x.shape) - 1 if dim is None else dim
    tl.static_assert(axis == len(x.shape) - 1, "only the last dimension can be merged")
    cube = tl.reshape(x, [2] * tl._log2(x.numel))
    cube = _bitonic_merge_hypercube(cube, tl._log2(x.shape[-1]), descending)
    return tl.reshape(cube, x.shape)


@triton.jit
def flip(x, dim=None):
    # Reversing is exchanging partners across every bit of the dimension.
    last: tl.constexpr = len(x.shape) - 1 if dim is None else dim
    axis: tl.constexpr = last + len(x.shape) if last < 0 else last
    tl.static_assert(0 <= axis and axis < len(x.shape), "flip along a dimension that the block lacks")
    as_int: tl.constexpr = tl.get_int_dtype(bitwidth=x.dtype.primitive_bitwidth, signed=True)
    n_bits: tl.constexpr = tl._log2(x.shape[axis])
    bits = tl.reshape(x.to(as_int, bitcast=True), x.shape[:axis] + [2] * n_bits + x.shape[axis + 1:])
    for bit in tl.static_range(n_bits):
        bits = bits ^ tl.xor_sum(bits, axis + bit, True)
    return tl.reshape(bits, x.shape).to(x.dtype, bitcast=True)
