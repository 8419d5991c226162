# Inline PTX as kernels of the field carry it, and in the forms that its translation for other targets has to know.
import triton
import triton.language as tl


@triton.jit
def softplus_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    y = tl.inline_asm_elementwise(
        """{ .reg .pred large;
             setp.gt.f32 large, $1, 20.;
             @large  mov.f32 $0, $1;
             @!large mul.f32 $0, $1, 0f3FB8AA3B;      // log2(e)
             @!large ex2.approx.ftz.f32 $0, $0;
             @!large add.f32 $0, $0, 1.0;
             @!large lg2.approx.ftz.f32 $0, $0;
             @!large mul.f32 $0, $0, 6.931471805599453e-1; }""", "=r,r", [x], dtype=tl.float32, is_pure=True, pack=1)
    tl.store(out_ptr + i, y, mask=i < n)


@triton.jit
def bits_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    a = tl.inline_asm_elementwise(
        """{ .reg .b32 t<3>;
             prmt.b32 t0, $1, $2, 0x0123;
             lop3.b32 t1, t0, $1, $2, 0xe8;
             shr.u32 t2, t1, 3;
             mad.lo.s32 $0, t2, 7, $1; }""", "=r,r,r", [x, x * 3], dtype=tl.int32, is_pure=True, pack=1)
    b = tl.inline_asm_elementwise(
        """{ .reg .f32 f; .reg .b32 r;
             cvt.rn.f32.s32 f, $1;
             mul.f32 f, f, 0f3FC00000;
             cvt.rni.s32.f32 r, f;
             bfe.u32 r, r, 2, 9;
             xor.b32 $0, r, 0xff; }""", "=r,r", [x], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out_ptr + i, a + b, mask=i < n)


@triton.jit
def halves_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    y = tl.inline_asm_elementwise("{ .reg .b32 t; mul.rn.f16x2 t, $1, $1; add.rn.f16x2 $0, t, $1; }", "=r,r", [x],
                                  dtype=tl.float16, is_pure=True, pack=2)
    tl.store(out_ptr + i, y, mask=i < n)


@triton.jit
def bytes_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    y = tl.inline_asm_elementwise("and.b32 $0, $1, 0x0F0F0F0F;", "=r,r", [x], dtype=tl.int8, is_pure=True, pack=4)
    tl.store(out_ptr + i, y, mask=i < n)


@triton.jit
def two_results_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    low, high = tl.inline_asm_elementwise("mov.b64 {$0, $1}, $2;", "=r,=r,l", [x], dtype=(tl.int32, tl.int32), is_pure=True,
                                          pack=1)
    tl.store(out_ptr + i, low.to(tl.int64) * 2 + high, mask=i < n)
