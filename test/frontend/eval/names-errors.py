# RUN: %not %tritonc %s --kernel=k --signature='*fp32,i32,B=64' --emit=ttir -o - 2>&1 | %FileCheck %s
import torch
import triton
import triton.language as tl

N = torch.tensor(3)
LATER = undefined_at_module_level + 1


@triton.jit
def recurse(x):
    # CHECK: [[#@LINE+3]]:12: error: 'recurse' calls itself
    # CHECK: note: in the call of 'recurse' here
    # CHECK: hint: jit functions are inlined
    return recurse(x) + 1


@triton.jit
def helper(x, C: tl.constexpr):
    # CHECK: [[#@LINE+2]]:12: error: 'nothing' is not defined
    # CHECK: [[#@LINE+8]]:9: note: in the call of 'helper' here
    return nothing


@triton.jit
def k(p, n, B: tl.constexpr):
    block = tl.arange(0, B)
    a = recurse(n)
    b = helper(n, n)
    c = helper(n, 3)
    d = blok + 1
    # CHECK: [[#@LINE-1]]:9: error: 'blok' is not defined
    # CHECK: hint: did you mean 'block'?
    e = tl.lod(p)
    # CHECK: [[#@LINE-1]]:9: error: triton.language has no attribute 'lod'
    # CHECK: hint: did you mean
    f = tl.load(p, masks=None)
    # CHECK: [[#@LINE-1]]:20: error: 'load' has no parameter 'masks'
    # CHECK: hint: did you mean 'mask'?
    g = tl.load()
    # CHECK: [[#@LINE-1]]:9: error: 'load' lacks the argument 'pointer'
    h = tl.load(p, pointer=p)
    # CHECK: [[#@LINE-1]]:20: error: 'load' is given the argument 'pointer' twice
    i = tl.exp(p, n)
    # CHECK: [[#@LINE-1]]:19: error: 'exp' takes at most 1 arguments, not 2
    j = helper(n, 3, 4)
    # CHECK: [[#@LINE-1]]:22: error: 'helper' takes at most 2 arguments, not 3
    l = helper(n, D=3)
    # CHECK: [[#@LINE-1]]:9: error: 'helper' lacks the argument 'C'
    s = triton.next_power_of_2(n)
    # CHECK: [[#@LINE-1]]:32: error: argument 'n' of 'next_power_of_2' must be known at compile time, not a run-time int32
    m = N + 1
    # CHECK: [[#@LINE-1]]:9: error: 'torch.tensor(...)' cannot be used here: it is not known at compile time
    o = LATER + 1
    # CHECK: [[#@LINE-1]]:9: error: 'LATER' cannot be used here: 'undefined_at_module_level' is not defined
    q = n.shap
    # CHECK: [[#@LINE-1]]:9: error: a run-time int32 has no attribute 'shap'
    # CHECK: hint: did you mean 'shape'?
    r = 5(n)
    # CHECK: [[#@LINE-1]]:9: error: int cannot be called
