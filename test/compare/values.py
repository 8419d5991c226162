"""Element types of kernel arguments: how they are stored, filled with telling values, and compared.

Values live in numpy arrays of their storage type (bf16 and 8-bit floats as unsigned integers), so that bits can be compared.
"""
import os
import sys
import zlib

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import numerics  # noqa: E402  (bf16 and fp8 encodings)

# name: (storage type, exponent bits, mantissa bits); no exponent bits for integers
FLOATS = {"fp16": ("u2", 5, 10), "bf16": ("u2", 8, 7), "fp32": ("u4", 8, 23), "fp64": ("u8", 11, 52),
          "fp8e5": ("u1", 5, 2), "fp8e4nv": ("u1", 4, 3), "fp8e4b15": ("u1", 4, 3)}
INTEGERS = {"i1": "u1", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8"}
SIGNED = ["i8", "i16", "i32", "i64"]
UNSIGNED = ["u8", "u16", "u32", "u64"]
WIDE_FLOATS = ["fp16", "bf16", "fp32", "fp64"]


def storage(dtype):
    return np.dtype(FLOATS[dtype][0] if dtype in FLOATS else INTEGERS[dtype])


def bits(dtype):
    return 1 if dtype == "i1" else storage(dtype).itemsize * 8


def encode(values, dtype):
    """Doubles or integers in their stored form."""
    if dtype == "i1":
        return np.asarray(values).astype(bool).astype(np.uint8)
    if dtype in INTEGERS:
        return np.asarray(values).astype(storage(dtype))
    if dtype in ("fp16", "fp32", "fp64"):
        with np.errstate(over="ignore"):
            return np.asarray(values, np.float64).astype("f" + storage(dtype).str[-1]).view(storage(dtype))
    if dtype == "bf16":
        with np.errstate(over="ignore"):
            return numerics.to_bf16(np.asarray(values, np.float64).astype(np.float32))
    return numerics.to_fp8(values, "fp8e5" if dtype == "fp8e5" else "fp8e4nv")


def decode(array, dtype):
    """Stored values as doubles (integers as they are)."""
    if dtype in INTEGERS:
        return array
    with np.errstate(invalid="ignore"):
        return decode_float(array, dtype)


def decode_float(array, dtype):
    if dtype in ("fp16", "fp32", "fp64"):
        return array.view("f" + storage(dtype).str[-1]).astype(np.float64)
    if dtype == "fp8e4b15":
        # No infinities, no NaN; bias 15: as e4m3 with the exponent moved.
        codes = np.arange(256)
        exponent, mantissa = codes >> 3 & 15, codes & 7
        size = np.where(exponent == 0, mantissa / 8 * 2.0**-14, (1 + mantissa / 8) * 2.0**(exponent - 15.0))
        return np.where(codes < 128, size, -size)[array]
    return numerics.decode(array, dtype)


# ---------------------------------------------------------------- inputs
def specials(dtype):
    """Values at which operations tend to differ."""
    if dtype == "i1":
        return np.array([0, 1], np.uint8)
    if dtype in INTEGERS:
        info = np.iinfo(storage(dtype))
        some = [0, 1, 2, 3, 7, info.max, info.max - 1, info.min, info.min + 1, info.max // 2, info.max // 3, 100]
        some += [-1, -2, -7, -100] if info.min < 0 else [5, 255, 128, 127]
        return np.array(some, storage(dtype))
    width, exponent, mantissa = FLOATS[dtype]
    if dtype.startswith("fp8"):
        return np.array([0, 0x80, 1, 0x81, 0x7F, 0xFF, 0x7B, 0x7C, 0x7E, 0x38, 0x3C, 0xBC, 8, 4, 0x47, 0xC5], np.uint8)
    one = ((1 << (exponent - 1)) - 1) << mantissa
    inf = ((1 << exponent) - 1) << mantissa
    sign = 1 << (exponent + mantissa)
    positive = [0, one, one + 1, inf, inf - 1, 1, (1 << mantissa) - 1, 1 << mantissa, one + (1 << mantissa), inf | 1 << (mantissa - 1)]
    negative = [sign, one | sign, inf | sign, (inf - 1) | sign, 1 | sign, (one + (3 << (mantissa - 1))) | sign]
    return np.array(positive + negative, width)


def random_bits(dtype, count, rng):
    raw = rng.integers(0, 256, count * storage(dtype).itemsize, dtype=np.uint8).view(storage(dtype))
    return raw & 1 if dtype == "i1" else raw


def fill(dtype, count, how, seed, operand=0):
    """`count` stored values.

    any          specials (every pair of them for operands 0 and 1), random bits, ordinary values
    finite       any, without NaN and infinities
    normal       any, with zeros for subnormal numbers
    ordinary     about 1 in size; integers over their whole range
    small        whole numbers from -8 to 8, exact in every type and in every order of addition
    positive     ordinary, above zero
    unit         from -1 to 1
    index:N      integers 0 <= x < N
    shift        0 <= x < bits of the type
    divisor      integers without 0 and -1 (the quotient of the least number and -1 is undefined)
    range:A:B    A <= x <= B
    permutation  0 .. count-1 in random order
    arange, zeros, poison
    """
    rng = np.random.default_rng(zlib.crc32(("%s %s" % (seed, operand)).encode()))
    how, *rest = how.split(":")
    if how in ("any", "finite", "normal"):
        filled = any_values(dtype, count, rng, operand, how == "finite")
        if how == "normal":
            exponents = (1 << FLOATS[dtype][1]) - 1 << FLOATS[dtype][2]
            filled = np.where(filled & storage(dtype).type(exponents) == 0, 0, filled).astype(filled.dtype)
        return filled
    if how == "ordinary":
        return random_bits(dtype, count, rng) if dtype in INTEGERS else encode(rng.standard_normal(count), dtype)
    if how == "small":
        low = 0 if dtype in UNSIGNED or dtype == "i1" else -8
        return encode(rng.integers(low, 9, count), dtype)
    if how == "positive":
        return encode(np.abs(rng.standard_normal(count)) + 0.0625, dtype)
    if how == "unit":
        return encode(rng.uniform(-1, 1, count), dtype)
    if how == "index":
        return encode(rng.integers(0, int(rest[0]), count), dtype)
    if how == "shift":
        return encode(rng.integers(0, bits(dtype), count), dtype)
    if how == "divisor":
        values = any_values(dtype, count, rng, operand, True)
        return np.where((values == 0) | (values == storage(dtype).type(-1 if dtype in SIGNED else 0)), 3, values).astype(storage(dtype))
    if how == "range":
        low, high = float(rest[0]), float(rest[1])
        if dtype in INTEGERS:
            return encode(rng.integers(int(low), int(high) + 1, count), dtype)
        return encode(rng.uniform(low, high, count), dtype)
    if how == "permutation":
        return encode(rng.permutation(count), dtype)
    if how == "arange":
        return encode(np.arange(count), dtype)
    if how == "zeros":
        return np.zeros(count, storage(dtype))
    if how == "poison":
        return np.full(count * storage(dtype).itemsize, 0xA5, np.uint8).view(storage(dtype))
    raise ValueError(how)


def any_values(dtype, count, rng, operand, finite):
    if dtype.startswith("fp8"):
        values = np.resize(np.arange(256, dtype=np.uint8), count)
        values = values if operand == 0 else rng.permutation(values)
    else:
        special = specials(dtype)
        half = count // 2
        values = special[np.arange(count) // len(special)**operand % len(special)]
        rest = random_bits(dtype, count - half, rng)
        if dtype in FLOATS:
            ordinary = encode(rng.standard_normal(count - half) * 2.0**rng.integers(-6, 7, count - half), dtype)
            rest = np.where(rng.random(count - half) < 0.7, ordinary, rest)
        values[half:] = rest
    if finite and dtype in FLOATS:
        values = np.where(np.isfinite(decode(values, dtype)), values, encode(np.ones(1), dtype))
    return values.astype(storage(dtype))


# ---------------------------------------------------------------- comparison
def ordered(array, dtype):
    """Integers in the order of the floats, one apart for neighbours; both zeros are 0. Python integers for fp64."""
    width = storage(dtype).itemsize * 8
    raw = array.astype(object) if width == 64 else array.astype(np.int64)
    magnitude = raw & ((1 << (width - 1)) - 1)
    return np.where(raw >> (width - 1) != 0, -magnitude, magnitude)


def both_below(a, b, dtype):
    """Where both are not above the least normal number of the type (without one: zero)."""
    least = 2.0**(2 - 2**(FLOATS[dtype][1] - 1)) if dtype else 0
    return (np.abs(a) <= least) & (np.abs(b) <= least)


def differences(got, want, dtype, check):
    """Mask of elements that differ by more than `check` allows, and the largest distance found, as text.

    exact             the same bits; any NaN is as good as another
    exact zeros       and one zero as the other
    exact subnormals  and one number below the normal range as another
    ulp N             at most N steps apart; with `subnormals` as above
    rel X             at most X times the largest element apart
    """
    if dtype in INTEGERS:
        bad = got != want
        return bad, "%d elements" % bad.sum()
    a, b = decode(got, dtype), decode(want, dtype)
    both_nan = np.isnan(a) & np.isnan(b)
    kind, *amount = check.split()
    with np.errstate(invalid="ignore", over="ignore"):
        if kind == "exact":
            bad = (got != want) & ~both_nan
            if "zeros" in amount or "subnormals" in amount:
                bad &= ~both_below(a, b, dtype if "subnormals" in amount else "")
            return bad, "%d elements" % bad.sum()
        one_nan = np.isnan(a) != np.isnan(b)
        if kind == "ulp":
            apart = np.abs(ordered(got, dtype) - ordered(want, dtype)).astype(np.float64)
            apart = np.where(both_nan, 0, apart)
            bad = one_nan | (apart > float(amount[0]))
            if "subnormals" in amount:
                bad &= ~both_below(a, b, dtype)
            return bad, "%d elements, %.4g ulp%s" % (bad.sum(), apart[~one_nan].max(initial=0), ", NaN in one" if one_nan.any() else "")
        # relative to the largest value
        scale = np.abs(b[np.isfinite(b)]).max(initial=0)
        apart = np.where(both_nan | (got == want), 0, np.abs(a - b))
        bad = one_nan | ~(apart <= float(amount[0]) * scale)
        return bad, "%d elements, %.3g of the largest" % (bad.sum(), np.nanmax(np.where(bad | (apart > 0), apart, 0)) / max(scale, 1e-300))
