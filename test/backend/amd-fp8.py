# 8-bit floats are converted by instructions where the target knows the format, else bit by bit.
# DEFINE: %{compile} = %tritonc %s --emit=amdgcn -o - -Wno-emulated-type
# RUN: %{compile} --target=gfx950 --signature='x=*fp32, f=*fp8e4nv, b=*fp8e5, N=256' | %FileCheck %s
# RUN: %{compile} --target=gfx1201 --signature='x=*fp32, f=*fp8e4nv, b=*fp8e5, N=256' | %FileCheck %s
# RUN: %{compile} --target=gfx942 --signature='x=*fp32, f=*fp8e4b8, b=*fp8e5b16, N=256' | %FileCheck %s
# RUN: %{compile} --target=gfx942 --signature='x=*fp32, f=*fp8e4nv, b=*fp8e5, N=256' | %FileCheck %s --check-prefix=BITS
# RUN: %{compile} --target=gfx1100 --signature='x=*fp32, f=*fp8e4nv, b=*fp8e5, N=256' | %FileCheck %s --check-prefix=BITS
import triton
import triton.language as tl

# CHECK-DAG: v_cvt_f32_fp8
# CHECK-DAG: v_cvt_f32_bf8
# CHECK-DAG: v_med3_{{(num_)?}}f32
# CHECK-DAG: v_cvt_pk_fp8_f32
# CHECK-DAG: v_cvt_pk_bf8_f32
# BITS-NOT: v_cvt_{{.*}}8


@triton.jit
def twice(x, f, b, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x + i, tl.load(f + i).to(tl.float32) + tl.load(b + i).to(tl.float32))
    tl.store(f + i, tl.load(x + N + i).to(f.dtype.element_ty))
    tl.store(b + i, tl.load(x + N + i).to(b.dtype.element_ty))
