# random.py - counter-based random numbers, written in the Triton language.
#
# Philox (Salmon, Moraes, Dror, Shaw: "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011) maps a 128-bit or 256-bit
# counter and a key to as many random bits, with no state between calls: every element can compute its own number from its
# offset. The streams here are bit for bit those of Triton 3.6: the seed is the key, the offset is the counter's low word.
import triton
import triton.language as tl


@triton.jit
def philox_impl(c0, c1, c2, c3, k0, k1, n_rounds: tl.constexpr = 10):
    # Multipliers and Weyl increments of Philox-4x32 and Philox-4x64 (section 3.3 of the paper).
    if c0.dtype == tl.uint32:
        mult_0: tl.constexpr = 0xD2511F53
        mult_1: tl.constexpr = 0xCD9E8D57
        weyl_0: tl.constexpr = 0x9E3779B9
        weyl_1: tl.constexpr = 0xBB67AE85
    else:
        tl.static_assert(c0.dtype == tl.uint64, "philox counters are uint32 or uint64")
        mult_0: tl.constexpr = 0xD2E7470EE14C6C93
        mult_1: tl.constexpr = 0xCA5A826395121157
        weyl_0: tl.constexpr = 0x9E3779B97F4A7C15
        weyl_1: tl.constexpr = 0xBB67AE8584CAA73B
    for _ in tl.static_range(n_rounds):
        high_0 = tl.umulhi(mult_0, c0)
        high_1 = tl.umulhi(mult_1, c2)
        low_0 = tl.mul(mult_0, c0, sanitize_overflow=False)
        low_1 = tl.mul(mult_1, c2, sanitize_overflow=False)
        c0 = high_1 ^ c1 ^ k0
        c1 = low_1
        c2 = high_0 ^ c3 ^ k1
        c3 = low_0
        k0 = tl.add(k0, weyl_0, sanitize_overflow=False)
        k1 = tl.add(k1, weyl_1, sanitize_overflow=False)
    return c0, c1, c2, c3


@triton.jit
def philox(seed, c0, c1, c2, c3, n_rounds: tl.constexpr = 10):
    c0 = tl.to_tensor(c0)
    c1 = tl.to_tensor(c1)
    c2 = tl.to_tensor(c2)
    c3 = tl.to_tensor(c3)
    seed = tl.to_tensor(seed)
    tl.static_assert(seed.dtype.is_int(), "the seed must be an integer")
    key = seed.to(tl.uint64)
    if c0.dtype.primitive_bitwidth == 32:
        # The two halves of the seed are the two 32-bit key words.
        word: tl.constexpr = tl.uint32
        key_lo = (key & 0xFFFFFFFF).to(tl.uint32)
        key_hi = ((key >> 32) & 0xFFFFFFFF).to(tl.uint32)
    else:
        tl.static_assert(c0.dtype.primitive_bitwidth == 64, "philox counters have 32 or 64 bits")
        word: tl.constexpr = tl.uint64
        key_lo = key
        key_hi = tl.full((1,), 0, dtype=tl.uint64)
    return philox_impl(c0.to(word, bitcast=True), c1.to(word, bitcast=True), c2.to(word, bitcast=True),
                       c3.to(word, bitcast=True), key_lo, key_hi, n_rounds)


@triton.jit
def randint4x(seed, offset, n_rounds: tl.constexpr = 10):
    offset = tl.to_tensor(offset)
    low = offset.to(tl.uint32)
    zero = low * 0
    if offset.dtype.primitive_bitwidth > 32:
        high = (offset >> 32).to(tl.uint32)
    else:
        high = zero
    return philox(seed, low, high, zero, zero, n_rounds)


@triton.jit
def randint(seed, offset, n_rounds: tl.constexpr = 10):
    first, _, _, _ = randint4x(seed, offset, n_rounds)
    return first


@triton.jit
def uint_to_uniform_float(x):
    # Folds the integer to a non-negative signed one and scales it by the largest factor for which the greatest product
    # still rounds below 1: the result lies in [0, 1).
    if x.dtype == tl.uint32 or x.dtype == tl.int32:
        signed = x.to(tl.int32, bitcast=True)
        scale: tl.constexpr = 4.6566127342e-10
    else:
        tl.static_assert(x.dtype == tl.uint64 or x.dtype == tl.int64, "32-bit or 64-bit integers expected")
        signed = x.to(tl.int64, bitcast=True)
        scale: tl.constexpr = 1.0842020432385337e-19
    folded = tl.where(signed < 0, -signed - 1, signed)
    return folded * scale


@triton.jit
def pair_uniform_to_normal(u1, u2):
    # Box and Muller: two independent normal numbers from two uniform ones.
    radius = tl.sqrt(-2.0 * tl.log(tl.maximum(1.0e-7, u1)))
    angle = 6.283185307179586 * u2
    return radius * tl.cos(angle), radius * tl.sin(angle)


@triton.jit
def rand(seed, offset, n_rounds: tl.constexpr = 10):
    return uint_to_uniform_float(randint(seed, offset, n_rounds))


@triton.jit
def rand4x(seed, offsets, n_rounds: tl.constexpr = 10):
    i0, i1, i2, i3 = randint4x(seed, offsets, n_rounds)
    return uint_to_uniform_float(i0), uint_to_uniform_float(i1), uint_to_uniform_float(i2), uint_to_uniform_float(i3)


@triton.jit
def randn(seed, offset, n_rounds: tl.constexpr = 10):
    i0, i1, _, _ = randint4x(seed, offset, n_rounds)
    normal, _ = pair_uniform_to_normal(uint_to_uniform_float(i0), uint_to_uniform_float(i1))
    return normal


@triton.jit
def randn4x(seed, offset, n_rounds: tl.constexpr = 10):
    u0, u1, u2, u3 = rand4x(seed, offset, n_rounds)
    n0, n1 = pair_uniform_to_normal(u0, u1)
    n2, n3 = pair_uniform_to_normal(u2, u3)
    return n0, n1, n2, n3
