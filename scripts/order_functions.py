#!/usr/bin/env python3
"""Lists a program's functions in the order in which runs of it first call them, for the linker.

    scripts/order_functions.py --program build/bin/tritonc -o build/function-order.txt

A compile of a small kernel runs some ten thousand functions out of a hundred thousand, once each, so that finding their pages
costs more than executing them. With the linker's --symbol-ordering-file they lie side by side: a quarter less time from
start to exit. The runs are compiles of the example kernels. Each function gets a breakpoint (int3) that is removed when it is hit; that
needs Linux on x86-64, a program at fixed addresses (no PIE) and ptrace. Where one of them is missing, the list stays as it is and
the exit status is 0: the order only matters for speed.
"""
import argparse
import ctypes
import os
import platform
import signal
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROW = "i32:16, i32:16, i32:16"
RUNS = [
    ("vector_add", "vector_add_kernel", "*fp32:16, *fp32:16, *fp32:16, i32:16, BLOCK=1024", "sm_90a", "ptx"),
    ("fused_softmax", "softmax_kernel", "*fp32:16, *fp32:16, %s, BLOCK_N=4096" % ROW, "sm_90a", "ptx"),
    ("layer_norm", "layer_norm_fwd_kernel",
     "*bf16:16, *bf16:16, *bf16:16, *bf16:16, *fp32:16, *fp32:16, %s, fp32, BLOCK_N=4096" % ROW, "sm_90a", "ptx"),
    ("fused_softmax", "softmax_kernel", "*fp32:16, *fp32:16, %s, BLOCK_N=1024" % ROW, "gfx942", "amdgcn"),
    ("fused_softmax", "softmax_kernel", "*fp32:16, *fp32:16, %s, BLOCK_N=1024" % ROW, "cpu", "so"),
]
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
# <sys/ptrace.h>
TRACEME, CONT, GETREGS, SETREGS, SETOPTIONS = 0, 7, 12, 13, 0x4200
EXITKILL, TRACECLONE = 0x100000, 0x8
RIP = 16  # index into struct user_regs_struct, <sys/user.h>


def ptrace(request, pid, address=0, data=0):
    if libc.ptrace(request, pid, address, data) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")


def functions(program):
    """address -> names."""
    table = {}
    text = subprocess.run(["nm", "--defined-only", program], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        address, kind, name = line.split(" ", 2)
        if kind in "tTwW":
            table.setdefault(int(address, 16), []).append(name)
    return table


def code_of(pid, program):
    """The addresses of the program's executable segment."""
    with open("/proc/%d/maps" % pid) as maps:
        for line in maps:
            fields = line.split()
            if fields[1] == "r-xp" and fields[-1] == program:
                return [int(x, 16) for x in fields[0].split("-")]
    raise OSError("the program is not where its file says")


def trace(command, table, called):
    """Runs `command` and appends to `called` the addresses of functions that are called for the first time."""
    seen = set(called)
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        libc.ptrace(TRACEME, 0, 0, 0)
        os.execv(command[0], command)
    os.waitpid(pid, 0)  # stopped by exec
    ptrace(SETOPTIONS, pid, 0, EXITKILL | TRACECLONE)
    regs = (ctypes.c_ulonglong * 27)()
    with open("/proc/%d/mem" % pid, "r+b", buffering=0) as memory:
        saved = {}
        begin, end = code_of(pid, command[0])
        addresses = sorted(a for a in table if a not in seen and begin <= a < end)
        # One write for each run of functions: a write for each function would take a second.
        first, last = addresses[0], addresses[-1]
        memory.seek(first)
        image = bytearray()
        while len(image) <= last - first:
            image += memory.read(last + 1 - first - len(image))
        for address in addresses:
            saved[address] = bytes(image[address - first:address - first + 1])
            image[address - first] = 0xCC
        memory.seek(first)
        view = memoryview(image)
        while view:
            view = view[memory.write(view):]
        ptrace(CONT, pid)
        while True:
            who, status = os.waitpid(-1, 0x40000000)  # __WALL
            if os.WIFEXITED(status) or os.WIFSIGNALED(status):
                if who == pid:
                    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
                continue
            what = os.WSTOPSIG(status)
            if what == signal.SIGTRAP and status >> 16 == 0:
                ptrace(GETREGS, who, 0, ctypes.addressof(regs))
                address = regs[RIP] - 1
                if address in saved:
                    memory.seek(address)
                    memory.write(saved[address])
                    regs[RIP] = address
                    ptrace(SETREGS, who, 0, ctypes.addressof(regs))
                    if address not in seen:
                        seen.add(address)
                        called.append(address)
                    what = 0
            ptrace(CONT, who, 0, 0 if what in (signal.SIGTRAP, signal.SIGSTOP) else what)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--program", required=True)
    ap.add_argument("-o", dest="output", required=True)
    opts = ap.parse_args()
    if platform.machine() != "x86_64" or platform.system() != "Linux":
        print("functions are ordered on Linux and x86-64 only")
        return 0
    program = os.path.abspath(opts.program)
    called = []
    try:
        table = functions(program)
        with tempfile.TemporaryDirectory() as folder:
            for kernel, name, signature, target, emit in RUNS:
                trace([program, os.path.join(TOP, "examples", "kernels", kernel + ".py"), "--kernel=" + name,
                       "--signature=" + signature, "--num-warps=8", "--target=" + target, "--emit=" + emit, "--no-autotune",
                       "-o", os.path.join(folder, "out")], table, called)
    except (OSError, subprocess.CalledProcessError) as error:
        print("functions are not ordered: %s" % error)
        return 0
    names = [name for address in called for name in table[address]]
    with open(opts.output, "w") as file:
        file.write("\n".join(names) + "\n")
    print("%d functions in the order of their first call" % len(names))
    return 0


if __name__ == "__main__":
    sys.exit(main())
