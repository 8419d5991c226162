# Helpers of other files, found with -I; depfiles name them.
# RUN: %tritonc %s --signature='*i32,i32' -I %S/Inputs --emit=ttir -o %t.ttir
# RUN: %tritonc %s --signature='*i32,i32' -I %S/Inputs --target=sm_90a -o %t.ptx -MD -MF %t.d
# RUN: %FileCheck %s < %t.ttir
# RUN: %FileCheck %s --check-prefix=DEPS < %t.d
# RUN: %not %tritonc %s --signature='*i32,i32' --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=MISSING
import helper_module as hm
import triton
import triton.language as tl


# n * 2 * 3 + 2
# CHECK: arith.muli
# CHECK: arith.addi
# DEPS: helper_module.py
# DEPS: inner.py
# MISSING: imports.py:[[#@LINE+4]]:17: error: 'helper_module.scaled' cannot be used here: module 'helper_module' was not found
# MISSING: note: it comes from here
@triton.jit
def k(p, n):
    tl.store(p, hm.scaled(n))
