# standard.py - library functions that are compositions of others, written in the Triton language.
#
# Reductions and scans with fixed combine functions are built in (frontend/semantic/Reduction.cpp), because kernels use
# them by the dozen; what is here is rarer or longer.
import triton
import triton.language as tl


@triton.jit
def sigmoid(x):
    return 1 / (1 + tl.exp(-x))


@triton.jit
def softmax(x, dim=None, keep_dims=False, ieee_rounding=False):
    if dim is None:
        axis: tl.constexpr = 0
    else:
        axis: tl.constexpr = dim
    # Shifting by the greatest element keeps exp from overflowing and cancels in the quotient.
    numerator = tl.exp(x - tl.max(x, axis, keep_dims=keep_dims))
    return tl.fdiv(numerator, tl.sum(numerator, axis, keep_dims=keep_dims), ieee_rounding)


@triton.jit
def swizzle2d(i, j, size_i, size_j, size_g):
    # Renumbers the cells of a row-major size_i x size_j grid: bands of size_g rows, and inside a band column by column.
    # The last band may have fewer rows.
    linear = i * size_j + j
    band_cells = size_g * size_j
    first_row = linear // band_cells * size_g
    rows = tl.minimum(size_i - first_row, size_g)
    within = linear % band_cells
    return first_row + within % rows, within // rows


@triton.jit
def _sum_combine(a, b):
    return a + b


@triton.jit
def _prod_combine(a, b):
    return a * b


@triton.jit
def _xor_combine(a, b):
    return a ^ b


@triton.jit
def _or_combine(a, b):
    return a | b


@triton.jit
def _elementwise_max(a, b):
    return tl.maximum(a, b)


@triton.jit
def _elementwise_min(a, b):
    return tl.minimum(a, b)


@triton.jit
def _argmax_combine(value1, index1, value2, index2, tie_break_left):
    if tie_break_left:
        first = value1 > value2 or (value1 == value2 and index1 < index2)
    else:
        first = value1 > value2
    return tl.where(first, value1, value2), tl.where(first, index1, index2)


@triton.jit
def _argmin_combine(value1, index1, value2, index2, tie_break_left):
    if tie_break_left:
        first = value1 < value2 or (value1 == value2 and index1 < index2)
    else:
        first = value1 < value2
    return tl.where(first, value1, value2), tl.where(first, index1, index2)


@triton.jit
def _argmax_combine_tie_break_left(value1, index1, value2, index2):
    return _argmax_combine(value1, index1, value2, index2, True)


@triton.jit
def _argmax_combine_tie_break_fast(value1, index1, value2, index2):
    return _argmax_combine(value1, index1, value2, index2, False)


@triton.jit
def _argmin_combine_tie_break_left(value1, index1, value2, index2):
    return _argmin_combine(value1, index1, value2, index2, True)


@triton.jit
def _argmin_combine_tie_break_fast(value1, index1, value2, index2):
    return _argmin_combine(value1, index1, value2, index2, False)
