"""Cases of numerics.py with inline PTX: run as it is on NVIDIA GPUs, translated elsewhere, against the meaning in the PTX ISA."""
import os

import numpy as np

KERNELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numerics", "Inputs", "inline_ptx")


def bits(x):
    """What bits_kernel computes, in 64-bit integers cut to 32 bits where the registers are."""
    low = 0xFFFFFFFF
    a = x.view(np.uint32).astype(np.uint64)
    b = a * np.uint64(3) & np.uint64(low)
    swapped = x.view(np.uint32).byteswap().astype(np.uint64)
    majority = swapped & a | swapped & b | a & b
    first = (majority >> np.uint64(3)) * np.uint64(7) + a
    real = np.clip(np.rint((x.astype(np.float32) * np.float32(1.5)).astype(np.float64)), -2.0**31, 2.0**31 - 1)
    second = (real.astype(np.int64).view(np.uint64) >> np.uint64(2) & np.uint64(511)) ^ np.uint64(255)
    return ((first + second) & np.uint64(low)).astype(np.uint32).view(np.int32)


class InlinePtx:
    """`n` is the module numerics, whose Tensor and Case these cases are made of."""

    def __init__(self, n):
        self.n = n

    def inline_ptx(self, rng):
        block = 256
        for count in self.n.sizes(1, 1000, 4099):
            words = rng.integers(-2**31, 2**31, count).astype(np.int32)
            # Between 2^22 and 2^25 the emulator's v_rndne_f32 changes odd integers.
            words[(abs(words.astype(np.int64)) > 2**22) & (abs(words.astype(np.int64)) < 2**25)] &= 0xFFFFF
            half = rng.standard_normal(count).astype(np.float16)
            byte = rng.integers(-128, 128, count).astype(np.int8)
            long = rng.integers(-2**62, 2**62, count)
            low, high = long.astype(np.int32).astype(np.int64), long >> 32
            x = abs(rng.standard_normal(count)) * 15 - 2
            for kernel, dtype, data, ref, tol in (
                ("softplus", "fp32", x, np.logaddexp(0, x.astype(np.float32).astype(np.float64)), 1e-5),
                ("bits", "i32", words, bits(words), 0.0),
                ("halves", "fp16", half, (half * half + half).astype(np.float64), 0.0),
                ("bytes", "i8", byte, byte & 15, 0.0),
                ("two_results", "i64", long, low * 2 + high, 0.0)):
                out = self.n.Tensor(dtype, np.zeros(count), ref=ref, tol=tol) if dtype[0] == "i" else self.n.Tensor(
                    dtype, shape=count, ref=ref, tol=tol)
                yield self.n.Case("inline_ptx %s n=%d" % (kernel, count), KERNELS, kernel + "_kernel",
                                  dict(x_ptr=self.n.Tensor(dtype, data), out_ptr=out, n=("i32", count)), dict(BLOCK=block),
                                  (self.n.cdiv(count, block),))

    def groups(self):
        return {"inline_ptx": self.inline_ptx}
