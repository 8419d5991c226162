# Nothing waits in a kernel: what Python runs in a loop of events is refused, also in helpers.
# RUN: %not %tritonc %s --kernel=statements --signature='*fp32' --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=STATEMENTS
# RUN: %not %tritonc %s --kernel=kernel --signature='*fp32' --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=KERNEL
# RUN: %not %tritonc %s --kernel=caller --signature='*fp32' --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=CALLER
import triton
import triton.language as tl


@triton.jit
def statements(x):
    async with x as f:
        pass
    # STATEMENTS: [[#@LINE-2]]:5: error: 'async with' is not supported in a kernel
    async for i in range(3):
        pass
    # STATEMENTS: [[#@LINE-2]]:5: error: 'async for' is not supported in a kernel


@triton.jit
async def kernel(x):
    tl.store(x, 1.0)
    # KERNEL: [[#@LINE-2]]:11: error: an 'async' function is not supported in a kernel


@triton.jit
async def device_helper(x):
    return x + 1
    # CALLER: [[#@LINE-2]]:11: error: an 'async' function is not supported in a kernel


async def host_helper(a):
    return a + 1
    # CALLER: [[#@LINE-2]]:11: error: an 'async' function is not supported in a kernel


@triton.jit
def caller(x):
    tl.store(x, device_helper(1.0))
    tl.store(x, host_helper(1.0))
