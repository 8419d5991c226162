# Philox 4x32-10: ten rounds of two products each, and the scale of Triton's uniform floats.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --signature='out=*fp32, seed=i32, BLOCK=64' | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def kernel(out, seed, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    # The multipliers 0xD2511F53 and 0xCD9E8D57, and the scale.
    # CHECK-DAG: dense<-766435501> : tensor<64xi32>
    # CHECK-DAG: dense<-845247145> : tensor<64xi32>
    # CHECK-DAG: dense<4.6566126E-10> : tensor<64xf32>
    # The last round needs one of the two products.
    # CHECK-COUNT-17: tt.mulhiui
    # CHECK: arith.mulf
    tl.store(out + offs, tl.rand(seed, offs))
