# DEFINE: %{k} = %not %tritonc %s --emit=ttir -o -
# RUN: %{k} --kernel=k --signature='*fp32:16, i23' 2>&1 | %FileCheck %s --check-prefix=TYPE
# RUN: %{k} --kernel=k --signature='*fp3, i32, 4' 2>&1 | %FileCheck %s --check-prefix=NEAR
# RUN: %{k} --kernel=k --signature='*fp32, i32, B=i32' 2>&1 | %FileCheck %s --check-prefix=TYPED
# RUN: %{k} --kernel=k --signature='*fp32, i32' 2>&1 | %FileCheck %s --check-prefix=NOVALUE
# RUN: %{k} --kernel=k --signature='*fp32, B=4' 2>&1 | %FileCheck %s --check-prefix=NOTYPE
# RUN: %{k} --kernel=k 2>&1 | %FileCheck %s --check-prefix=NOTHING
# RUN: %{k} --kernel=k --signature='*fp32, i32, 64, 5' 2>&1 | %FileCheck %s --check-prefix=MANY
# RUN: %{k} --kernel=k --signature='*fp32, i32, BB=64' 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
# RUN: %{k} --kernel=k --signature='p=*fp32, i32' 2>&1 | %FileCheck %s --check-prefix=ORDER
# RUN: %{k} --kernel=k --signature='*fp32, p=i32' 2>&1 | %FileCheck %s --check-prefix=TWICE
# RUN: %{k} --kernel=k --signature='*fp32:15, i32, 4' 2>&1 | %FileCheck %s --check-prefix=SUFFIX
# RUN: %{k} --kernel=k --signature='*fp32, fp32:1, 4' 2>&1 | %FileCheck %s --check-prefix=ONE
# RUN: %{k} --kernel=k --signature='*fp32,, 4' 2>&1 | %FileCheck %s --check-prefix=EMPTY
# RUN: %{k} --kernel=k --signature='*fp32, i32, B=leaky' 2>&1 | %FileCheck %s --check-prefix=QUOTES
# RUN: %{k} --kernel=k --signature='*fp32, i32, B=(1, 2' 2>&1 | %FileCheck %s --check-prefix=BRACKET
# RUN: %{k} --kernel=k --signature='*fp32, i32, 4' -D C=3 2>&1 | %FileCheck %s --check-prefix=UNDEFINED
# RUN: %{k} --kernel=starred --signature='*fp32' 2>&1 | %FileCheck %s --check-prefix=STAR
# RUN: %{k} --kernel=runtime --signature='i32' 2>&1 | %FileCheck %s --check-prefix=HEURISTIC
# RUN: %{k} --kernel=kk --signature='*fp32' 2>&1 | %FileCheck %s --check-prefix=KERNEL
# RUN: %{k} --kernel=plain --signature='*fp32' 2>&1 | %FileCheck %s --check-prefix=PLAIN
# RUN: %{k} --signature='*fp32' 2>&1 | %FileCheck %s --check-prefix=AMBIGUOUS
# RUN: %not %tritonc %S/Inputs/pkg/__init__.py --signature=i32 --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=NONE
import triton
import triton.language as tl


# TYPE: <signature>:1:11: error: unknown type 'i23'
# NEAR: <signature>:1:1: error: unknown type '*fp3'
# NEAR: hint: did you mean '*fp32'?
# TYPED: <signature>:1:15: error: parameter 'B' is a compile-time constant, but is given the type 'i32'
# NOVALUE: signature-errors.py:[[#@LINE+16]]:13: error: no value is given for the constexpr parameter 'B' of kernel 'k'
# NOTYPE: signature-errors.py:[[#@LINE+15]]:10: error: no type is given for parameter 'n' of kernel 'k'
# NOTYPE: hint: give it in --signature, by position or as 'n=*fp32' for a pointer, 'n=i32' for a number
# NOTHING: error: no type is given for parameter 'p' of kernel 'k'
# MANY: <signature>:1:17: error: kernel 'k' has only 3 parameters
# UNKNOWN: <signature>:1:13: error: kernel 'k' has no parameter 'BB'
# ORDER: <signature>:1:10: error: an entry without a name follows one with a name
# TWICE: <signature>:1:8: error: parameter 'p' is given twice
# SUFFIX: <signature>:1:6: error: unknown suffix ':15'
# ONE: <signature>:1:12: error: ':1' does not apply to a parameter of type 'fp32'
# EMPTY: error: nothing is given for parameter 'n'
# QUOTES: <signature>:1:15: error: this is no Python literal
# QUOTES: hint: a string needs quotes: '"leaky"'
# BRACKET: error: a closing bracket is missing
# UNDEFINED: <constexpr>:1:1: error: kernel 'k' has no parameter 'C'
@triton.jit
def k(p, n, B: tl.constexpr):
    pass


# STAR: error: a kernel cannot take 'rest'
@triton.jit
def starred(p, *rest):
    pass


# HEURISTIC: error: no value is given for the constexpr parameter 'EVEN' of kernel 'runtime'
# HEURISTIC: note: its heuristic cannot be decided before the launch: 'n' cannot be used here: its value is known only at launch
@triton.heuristics({"EVEN": lambda args: args["n"] % 2 == 0})
@triton.jit
def runtime(n, EVEN: tl.constexpr):
    pass


# PLAIN: error: 'plain' is not a @triton.jit function
def plain(p):
    pass


# KERNEL: error: there is no @triton.jit function 'kk' here, only 'k', 'starred', 'runtime'
# AMBIGUOUS: error: several kernels to choose from: 'k', 'starred', 'runtime'
# AMBIGUOUS: hint: choose one with --kernel=NAME
# NONE: has no @triton.jit function
