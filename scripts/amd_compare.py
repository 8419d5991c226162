#!/usr/bin/env python3
"""Puts the code that tritonc makes for AMD GPUs beside Triton's: a table in Markdown.

    amd_compare.py --tritonc build/bin/tritonc --triton-python PYTHON [--targets gfx942,gfx1100] > docs/amd-comparison.md

PYTHON is an interpreter that has Triton 3.6; no GPU is needed. Both sides compile the kernels of examples/kernels with the
same signature, constants, warps and stages. Registers, spills and LDS bytes come from the metadata of the code object,
counts and widths from the assembly text.
"""
import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(TOP, "examples", "kernels")

# name, file, kernel, types of the run-time parameters, constants, warps, stages. Strides and sizes are divisible by 16.
GEMM = "M=i32 N=i32 K=i32 stride_am=i32 stride_bk=i32 stride_cm=i32"
GEMM_ONES = dict(stride_ak=1, stride_bn=1, stride_cn=1)


def gemm(m, n, k, **more):
    return dict(BLOCK_M=m, BLOCK_N=n, BLOCK_K=k, **GEMM_ONES, **more)


def attention(m, n, d, causal):
    return dict(BLOCK_M=m, BLOCK_N=n, HEAD_DIM=d, Q_PER_KV=1, CAUSAL=causal, stride_qd=1, stride_kd=1, stride_vd=1, stride_od=1)


ATTENTION = ("q_ptr=*{0} k_ptr=*{0} v_ptr=*{0} o_ptr=*{0} lse_ptr=*fp32 sm_scale=fp32 stride_qb=i32 stride_qh=i32 stride_qm=i32 "
             "stride_kb=i32 stride_kh=i32 stride_kn=i32 stride_vb=i32 stride_vh=i32 stride_vn=i32 stride_ob=i32 stride_oh=i32 "
             "stride_om=i32 num_heads=i32 seq_q=i32 seq_k=i32")
MATMUL = "a_ptr=*{0} b_ptr=*{0} c_ptr=*{0} " + GEMM
CASES = [
    ("vector_add f32", "vector_add", "vector_add_kernel", "x_ptr=*fp32 y_ptr=*fp32 out_ptr=*fp32 n_elements=i32", dict(BLOCK=1024), 4, 2),
    ("softmax f16 4096", "fused_softmax", "softmax_kernel", "x_ptr=*fp16 out_ptr=*fp16 stride_xm=i32 stride_om=i32 n_cols=i32",
     dict(BLOCK_N=4096), 4, 2),
    ("layer_norm bf16 4096", "layer_norm", "layer_norm_fwd_kernel",
     "x_ptr=*bf16 w_ptr=*bf16 b_ptr=*bf16 y_ptr=*bf16 mean_ptr=*fp32 rstd_ptr=*fp32 stride_xm=i32 stride_ym=i32 n_cols=i32 eps=fp32",
     dict(BLOCK_N=4096), 8, 2),
    ("matmul f16 128x128x32", "matmul", "matmul_kernel", MATMUL.format("fp16"), gemm(128, 128, 32, GROUP_M=8, ACTIVATION=""), 4, 2),
    ("matmul f16 128x128x64", "matmul", "matmul_kernel", MATMUL.format("fp16"), gemm(128, 128, 64, GROUP_M=8, ACTIVATION=""), 8, 2),
    ("matmul bf16 64x64x64", "matmul", "matmul_kernel", MATMUL.format("bf16"), gemm(64, 64, 64, GROUP_M=8, ACTIVATION=""), 4, 2),
    ("matmul f16 256x128x32", "matmul", "matmul_kernel", MATMUL.format("fp16"), gemm(256, 128, 32, GROUP_M=8, ACTIVATION=""), 8, 2),
    ("matmul f32 64x64x32", "matmul", "matmul_kernel", MATMUL.format("fp32"), gemm(64, 64, 32, GROUP_M=8, ACTIVATION=""), 4, 2),
    ("batched_gemm f16 64x64x32", "batched_gemm", "bmm_kernel", "a_ptr=*fp16 b_ptr=*fp16 c_ptr=*fp16 M=i32 N=i32 K=i32 stride_ab=i32 "
     "stride_am=i32 stride_bb=i32 stride_bk=i32 stride_cb=i32 stride_cm=i32", gemm(64, 64, 32, GROUP_M=8), 4, 2),
    ("int8_matmul 128x128x64", "int8_matmul", "int8_matmul_kernel", "a_ptr=*i8 b_ptr=*i8 c_ptr=*i32 a_scale_ptr=*fp32 "
     "b_scale_ptr=*fp32 " + GEMM, gemm(128, 128, 64, GROUP_M=8, SCALED=False), 8, 2),
    ("w4a16 f16 64x64x64", "w4a16_matmul", "w4a16_matmul_kernel", "a_ptr=*fp16 qw_ptr=*i32 scale_ptr=*fp16 c_ptr=*fp16 M=i32 N=i32 K=i32 "
     "stride_am=i32 stride_qk=i32 stride_sg=i32 stride_cm=i32",
     dict(BLOCK_M=64, BLOCK_N=64, BLOCK_K=64, GROUP_SIZE=128, stride_ak=1, stride_qn=1, stride_sn=1, stride_cn=1), 4, 2),
    ("attention f16 128x64x64", "flash_attention", "flash_attn_fwd_kernel", ATTENTION.format("fp16"), attention(128, 64, 64, True), 4, 2),
    ("attention bf16 64x64x128", "flash_attention", "flash_attn_fwd_kernel", ATTENTION.format("bf16"), attention(64, 64, 128, False), 4, 2),
]

TRITON = r"""
import importlib.util, json, sys
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
for line in sys.stdin:
    job = json.loads(line)
    try:
        spec = importlib.util.spec_from_file_location("kernels", job["path"])
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        function = getattr(module, job["kernel"])
        while not isinstance(function, triton.JITFunction):
            function = function.fn
        names = function.arg_names
        signature = {n: "constexpr" if n in job["constants"] else job["types"][n] for n in names}
        constants = {(names.index(n),): v for n, v in job["constants"].items()}
        attrs = {(names.index(n),): [["tt.divisibility", 16]] for n in job["aligned"]}
        source = ASTSource(function, signature=signature, constexprs=constants, attrs=attrs)
        lanes = 64 if job["target"].startswith("gfx9") else 32
        options = dict(num_warps=job["warps"], num_stages=job["stages"])
        kernel = triton.compile(source, target=GPUTarget("hip", job["target"], lanes), options=options)
        answer = {"asm": kernel.asm["amdgcn"], "lds": kernel.metadata.shared}
    except Exception as e:
        answer = {"error": repr(e)[:300]}
    print(json.dumps(answer), flush=True)
"""

Figures = collections.namedtuple("Figures", "vgprs agprs sgprs spills lds instructions matrix loads stores lds_reads lds_writes")
BYTES = {"dwordx4": 16, "b128": 16, "dwordx3": 12, "b96": 12, "dwordx2": 8, "b64": 8, "dword": 4, "b32": 4}


def access_bytes(mnemonic):
    """Bytes of one address's access."""
    for suffix, size in BYTES.items():
        if mnemonic.endswith(suffix) or "_%s_" % suffix in mnemonic:
            return size
    return 2 if re.search(r"short|16", mnemonic) else 1


def widths(counts, pattern):
    """`16B x 24, 2B x 8` of the accesses whose names match."""
    found = collections.Counter()
    for mnemonic, count in counts.items():
        if re.match(pattern, mnemonic):
            found[access_bytes(mnemonic)] += count * (2 if re.search(r"_(read|load|write|store)(_2addr|2)", mnemonic) else 1)
    return ", ".join("%dB x%d" % item for item in sorted(found.items(), reverse=True)) or "-"


def figures(asm, kernel, lds=None):
    def metadata(key):
        match = re.search(r"^\s*-?\s*\.%s:\s*(\d+)" % key, asm, re.M)
        return int(match[1]) if match else 0

    body = re.search(r"^%s:(.*?)^\s*\.section" % re.escape(kernel), asm, re.M | re.S)
    counts = collections.Counter(re.findall(r"^\s+([a-z][a-z0-9]*_[a-z0-9_]+)", body[1] if body else asm, re.M))
    memory = r"(global|buffer)_%s_"
    return Figures(metadata("vgpr_count"), metadata("agpr_count"), metadata("sgpr_count"), metadata("vgpr_spill_count"),
                   metadata("group_segment_fixed_size") if lds is None else lds, sum(counts.values()),
                   sum(n for name, n in counts.items() if re.match("v_(mfma|wmma)", name)), widths(counts, memory % "load"),
                   widths(counts, memory % "store"), widths(counts, "ds_(read|load)"), widths(counts, "ds_(write|store)"))


class Case:
    def __init__(self, row, target):
        self.label, self.file, self.kernel, types, self.constants, self.warps, self.stages = row
        self.target = target
        self.types = dict(item.split("=") for item in types.split())
        self.aligned = [n for n, t in self.types.items() if t.startswith("*") or t == "i32"]
        self.path = os.path.join(KERNELS, self.file + ".py")

    def ours(self, tritonc, folder):
        signature = ["%s=%s%s" % (n, t, ":16" if n in self.aligned else "") for n, t in self.types.items()]
        signature += ['%s=%s' % (n, '"%s"' % v if isinstance(v, str) else v) for n, v in self.constants.items()]
        out = os.path.join(folder, "ours.s")
        command = [tritonc, self.path, "-o", out, "--kernel=" + self.kernel, "--signature=" + ",".join(signature), "--no-autotune",
                   "--target=" + self.target, "--num-warps=%d" % self.warps, "--num-stages=%d" % self.stages]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            return run.stderr.strip().splitlines()[0] if run.stderr else "failed"
        with open(out) as f:
            return figures(f.read(), self.kernel)

    def triton(self, server):
        job = dict(path=self.path, kernel=self.kernel, types=self.types, constants=self.constants, aligned=self.aligned, target=self.target,
                   warps=self.warps, stages=self.stages)
        server.stdin.write(json.dumps(job) + "\n")
        server.stdin.flush()
        line = server.stdout.readline()
        answer = json.loads(line) if line else {"error": "Triton crashed"}
        return figures(answer["asm"], self.kernel, answer["lds"]) if "asm" in answer else answer["error"]


def row(label, who, result):
    if not isinstance(result, Figures):
        return "| %s | %s | %s |" % (label, who, " | ".join([result.replace("|", "/")[:60]] + [""] * 10))
    r = result
    return "| %s | %s | %d | %d | %d | %d | %d | %d | %d | %s | %s | %s | %s |" % (
        label, who, r.vgprs, r.agprs, r.sgprs, r.spills, r.lds, r.instructions, r.matrix, r.loads, r.stores, r.lds_reads, r.lds_writes)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--tritonc", required=True)
    ap.add_argument("--triton-python", default="", help="without it only our side is shown")
    ap.add_argument("--targets", default="gfx942,gfx950,gfx1100,gfx1201")
    ap.add_argument("--only", default="", help="rows whose label contains this")
    opts = ap.parse_args()
    print("# AMD: registers, spills and access widths beside Triton 3.6\n")
    print("Made by `scripts/amd_compare.py`; no GPU was used. Rows are kernels of `examples/kernels` with the block sizes in the label, four or")
    print("eight warps and two stages. `vgprs` includes the accumulation registers, as the metadata counts them; accesses are given as bytes of one")
    print("lane and their number in the text of the program (not how often they run); loads that go straight to LDS are among the global loads. Triton")
    print("splits loops into a first, middle and last part, so its text holds products and accesses several times.\n")
    heading = "| kernel | by | vgprs | agprs | sgprs | spills | LDS bytes | instructions | matrix instr. | global loads | global stores | LDS reads | LDS writes |"
    worse = []
    for target in opts.targets.split(","):
        print("## %s\n\n%s\n%s" % (target, heading, "|---" * 13 + "|"))
        server = None
        with tempfile.TemporaryDirectory() as folder:
            for case in (Case(r, target) for r in CASES):
                if opts.only not in case.label:
                    continue
                ours = case.ours(opts.tritonc, folder)
                print(row(case.label, "tritonc", ours), flush=True)
                if not opts.triton_python:
                    continue
                if server is None or server.poll() is not None:
                    script = os.path.join(folder, "triton_side.py")
                    with open(script, "w") as f:
                        f.write(TRITON)
                    server = subprocess.Popen([opts.triton_python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                              stderr=subprocess.DEVNULL, text=True)
                theirs = case.triton(server)
                if server.poll() is not None or theirs == "Triton crashed":
                    server.kill()
                    server = None
                print(row("", "Triton", theirs), flush=True)
                if isinstance(ours, Figures) and isinstance(theirs, Figures):
                    if ours.spills > theirs.spills or ours.vgprs > 1.2 * theirs.vgprs:
                        worse.append("%s %s: registers %d to %d, spills %d to %d" % (target, case.label, ours.vgprs, theirs.vgprs,
                                                                                  ours.spills, theirs.spills))
        if server:
            server.stdin.close()
        print()
    if opts.triton_python:
        print("## Where ours takes more than 1.2 times the registers, or spills more\n")
        print("\n".join("- " + w for w in worse) or "Nowhere.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
