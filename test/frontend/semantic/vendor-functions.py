# Functions of one vendor, and what stands for them elsewhere.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=dependent --signature='p=*fp32' | %FileCheck %s --check-prefix=NV
# RUN: %tritonc %s --emit=ttir --target=gfx942 -o - --kernel=dependent --signature='p=*fp32' | %FileCheck %s --check-prefix=OTHER
# RUN: %tritonc %s --emit=ttir --target=cpu -o - --kernel=dependent --signature='p=*fp32' | %FileCheck %s --check-prefix=OTHER
# RUN: %tritonc %s --emit=amdgcn --target=gfx942 -o - --kernel=clock --signature='p=*i64' | %FileCheck %s --check-prefix=GFX9
# RUN: %tritonc %s --emit=amdgcn --target=gfx1100 -o - --kernel=clock --signature='p=*i64' | %FileCheck %s --check-prefix=GFX11
# RUN: %tritonc %s --emit=ptx --target=sm_90a -o - --kernel=spaced --signature='p=*i32' | %FileCheck %s --check-prefix=SPACED
import triton
import triton.language as tl


# NV: griddepcontrol.wait
# NV: griddepcontrol.launch_dependents
# OTHER-NOT: griddepcontrol
# OTHER: tt.store
@triton.jit
def dependent(p):
    tl.extra.cuda.gdc_wait()
    tl.extra.cuda.gdc_launch_dependents()
    tl.store(p, 1.0)


# GFX9: s_memrealtime s[
# GFX11: s_sendmsg_rtn_b64 s[{{.*}}], sendmsg(MSG_RTN_GET_REALTIME)
@triton.jit
def clock(p):
    tl.store(p, tl.extra.hip.memrealtime())


# Blanks between constraints.
# SPACED: add.s32
@triton.jit
def spaced(p):
    x = tl.load(p)
    tl.store(p, tl.inline_asm_elementwise("add.s32 $0, $1, $2;", "=r, r, r", [x, x], dtype=tl.int32, is_pure=True, pack=1))
