#!/usr/bin/env python3
"""How much faster kernels run on the cpu target than in Triton's Python interpreter.

    scripts/interpreter_speed.py [--bin build/bin] [--python PYTHON]

PYTHON is one that has Triton and numpy (for Triton 3.6 older than 2.4); the interpreter (TRITON_INTERPRET=1) is given numpy's memory as tensors. Both run the same launches of the softmax and the
matmul example on this machine, with the same inputs, and must agree; ours with all processors and with one. The time is that of
one launch without compilation, the median of several. Exit code 1 where the ratio is below 50 with all processors; without Triton
at hand only our times are printed.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GOAL = 50
# label, file, kernel, signature, grid, arguments of tritonrun
CASES = [
    ("softmax 256 x 781 fp32", "fused_softmax", "softmax_kernel", "*fp32:16, *fp32:16, i32, i32, i32, BLOCK_N=1024", "256",
     ["x_ptr=f32[256,781]:@IN/x.npy", "out_ptr=f32[256,781]:zeros", "stride_xm=781", "stride_om=781", "n_cols=781"], "out_ptr"),
    ("matmul 256 x 256 x 256 fp16", "matmul", "matmul_kernel",
     "*fp16:16, *fp16:16, *fp16:16, i32:16, i32:16, i32:16, stride_am=i32:16, stride_ak=1, stride_bk=i32:16, stride_bn=1, stride_cm=i32:16, "
     "stride_cn=1, ACTIVATION='', BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, GROUP_M=8", "16",
     ["a_ptr=f16[256,256]:@IN/a.npy", "b_ptr=f16[256,256]:@IN/b.npy", "c_ptr=f16[256,256]:zeros", "M=256", "N=256", "K=256", "stride_am=256",
      "stride_bk=256", "stride_cm=256"], "c_ptr"),
]

# Run by PYTHON: makes the inputs, times the interpreter, leaves the results.
INTERPRETER = r"""
import os, statistics, sys, time
os.environ["TRITON_INTERPRET"] = "1"
import importlib.util, json
import numpy
folder, top = sys.argv[1:]
class Tensor:
    # What the interpreter asks of a tensor, over an array of numpy's.
    def __init__(self, array):
        self.array, self.dtype = array, str(array.dtype)
    def data_ptr(self):
        return self.array.ctypes.data
    def element_size(self):
        return self.array.itemsize
    def untyped_storage(self):
        return self
    def cpu(self):
        return self
    def new_empty(self, *size, **more):
        return Tensor(self.array[:0])
    def set_(self, storage, *place):
        self.array = storage.array
    def storage_offset(self):
        return 0
    def size(self):
        return self.array.shape
    def stride(self):
        return [s // self.array.itemsize for s in self.array.strides]
    def copy_(self, other):
        self.array[...] = other.array
def load(name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(top, "examples", "kernels", name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
numbers = numpy.random.default_rng(1)
x = numbers.standard_normal((256, 781)).astype(numpy.float32)
a, b = (numbers.standard_normal((256, 256)).astype(numpy.float16) for _ in "ab")
for name, array in dict(x=x, a=a, b=b).items():
    numpy.save(os.path.join(folder, name + ".npy"), array)
out, c = numpy.zeros_like(x), numpy.zeros((256, 256), numpy.float16)
x, a, b, out, c = map(Tensor, (x, a, b, out, c))
softmax, product = load("fused_softmax").softmax_kernel, load("matmul").matmul_kernel
# Without the search among variants.
product = getattr(product, "fn", product)
def run_softmax():
    softmax[(256,)](x, out, 781, 781, 781, BLOCK_N=1024)
def run_matmul():
    product[(16,)](a, b, c, 256, 256, 256, 256, 1, 256, 1, 256, 1, ACTIVATION="", BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, GROUP_M=8)
times = []
for run in (run_softmax, run_matmul):
    run()
    taken = []
    for _ in range(3):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    times.append(statistics.median(taken))
numpy.save(os.path.join(folder, "out_ptr.npy"), out.array)
numpy.save(os.path.join(folder, "c_ptr.npy"), c.array)
json.dump(times, open(os.path.join(folder, "times.json"), "w"))
"""


def interpreter_times(python, folder):
    """Seconds per launch, one for each case; None without Triton. Leaves inputs and results in `folder`."""
    if not python:
        return None
    done = subprocess.run([python, "-c", INTERPRETER, folder, TOP], capture_output=True, text=True)
    if done.returncode != 0:
        print("the interpreter did not run: " + (done.stderr.strip().splitlines() or ["no message"])[-1])
        return None
    with open(os.path.join(folder, "times.json")) as f:
        return json.load(f)


def our_seconds(tools, case, folder, compare, threads):
    """The median of back-to-back launches."""
    label, file, kernel, signature, grid, arguments, output = case
    image = os.path.join(folder, kernel + ".so")
    subprocess.run([os.path.join(tools, "tritonc"), os.path.join(TOP, "examples", "kernels", file + ".py"), "--kernel=" + kernel, "--signature=" + signature,
                    "--target=cpu", "--no-autotune", "-o", image], check=True)
    command = [os.path.join(tools, "tritonrun"), image, "--device=cpu", "--grid=" + grid, "--bench", "--json"] + threads
    for argument in arguments:
        argument = argument.replace("@IN", "@" + folder) if compare else argument.split("@")[0] + "randn" if "@" in argument else argument
        command += ["--arg", argument]
    if compare:
        command += ["--expect", "%s=@%s/%s.npy" % (output, folder, output), "--rtol=2e-3", "--atol=2e-3"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("%s: %s" % (label, (done.stderr or done.stdout).strip()))
    return json.loads(done.stdout)["timings"][0]["hot_us"] * 1e-6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=os.path.join(TOP, "build", "bin"), help="folder of tritonc and tritonrun")
    parser.add_argument("--python", help="a Python with Triton and numpy")
    options = parser.parse_args()
    good = True
    with tempfile.TemporaryDirectory() as folder:
        theirs = interpreter_times(options.python, folder)
        print("%-30s %14s %12s %12s %8s" % ("", "interpreter", "one thread", "all", "ratio"))
        for number, case in enumerate(CASES):
            one = our_seconds(options.bin, case, folder, theirs is not None, ["--threads=1"])
            every = our_seconds(options.bin, case, folder, theirs is not None, [])
            if theirs is None:
                print("%-30s %14s %9.3f ms %9.3f ms %8s" % (case[0], "no Triton", one * 1e3, every * 1e3, ""))
                continue
            ratio = theirs[number] / every
            good &= ratio >= GOAL
            print("%-30s %11.1f ms %9.3f ms %9.3f ms %7.0fx" % (case[0], theirs[number] * 1e3, one * 1e3, every * 1e3, ratio))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
