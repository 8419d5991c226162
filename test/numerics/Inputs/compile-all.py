"""Compiles the example kernels for the given targets into one bundle each. Exit code 1 if any does not compile."""
import os
import subprocess
import sys

tritonc, kernels, out, targets = sys.argv[1:5]
ROW = "i32, i32, i32"
MATRIX = "i32, i32, i32, i32:16, 1, i32:16, 1, i32:16, 1"
CASES = [
    ("vector_add", "vector_add_kernel", "*fp32:16, *fp32:16, *fp32:16, i32, BLOCK=1024"),
    ("relu_add", "relu_add_kernel", "*bf16:16, *bf16:16, *bf16:16, i32:16, BLOCK=2048"),
    ("masked_mean", "masked_mean_kernel", "*fp32:16, *u8:16, *fp32:16, %s, BLOCK_N=1024" % ROW),
    ("fused_softmax", "softmax_kernel", "*fp16:16, *fp16:16, %s, BLOCK_N=4096" % ROW),
    ("softmax_doc_style", "softmax_rows_kernel", "*fp32:16, *fp32:16, i32, i32, i32, i32, BLOCK_SIZE=1024, num_stages=2"),
    ("layer_norm", "layer_norm_fwd_kernel",
     "*bf16:16, *bf16:16, *bf16:16, *bf16:16, *fp32:16, *fp32:16, %s, fp32, BLOCK_N=2048" % ROW),
    ("rms_norm", "rms_norm_fwd_kernel", "*fp32:16, *fp32:16, *fp32:16, *fp32:16, %s, fp32, BLOCK_N=1024" % ROW),
    ("cross_entropy", "cross_entropy_fwd_kernel", "*bf16:16, *i64:16, *fp32:16, *fp32:16, i32, i32, i32, BLOCK_N=4096"),
    ("scan", "cumsum_kernel", "*fp32:16, *fp32:16, %s, BLOCK_N=1024" % ROW),
    ("scan", "assoc_cumsum_kernel", "*fp32:16, *fp32:16, %s, BLOCK_N=1024" % ROW),
    ("scan", "blocked_cumsum_kernel", "*fp32:16, *fp32:16, %s, BLOCK_N=1024" % ROW),
    ("scan", "linear_recurrence_kernel", "*fp32:16, *fp32:16, *fp32:16, i32, %s, BLOCK_N=1024" % ROW),
    ("dropout", "dropout_kernel", "*fp32:16, *fp32:16, i32, fp32, i32, BLOCK=1024"),
    ("histogram", "histogram_atomic_kernel", "*i32:16, *i32:16, i32, BLOCK=1024"),
    ("histogram", "histogram_block_kernel", "*i32:16, *i32:16, i32, BLOCK=1024, NUM_BINS=256"),
    ("matmul", "matmul_kernel", "*fp16:16, *fp16:16, *fp16:16, %s, BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, GROUP_M=8, ACTIVATION=''" % MATRIX),
    ("batched_gemm", "bmm_kernel", "*bf16:16, *bf16:16, *bf16:16, i32, i32, i32, i32:16, i32:16, 1, i32:16, i32:16, 1, i32:16, i32:16, 1, "
     "BLOCK_M=64, BLOCK_N=64, BLOCK_K=32, GROUP_M=8"),
    ("split_k_matmul", "split_k_matmul_kernel", "*fp32:16, *fp32:16, *fp32:16, %s, BLOCK_M=32, BLOCK_N=64, BLOCK_K=32, SPLIT_K=4" % MATRIX),
    ("int8_matmul", "int8_matmul_kernel", "*i8:16, *i8:16, *i32:16, *fp32:16, *fp32:16, %s, BLOCK_M=64, BLOCK_N=64, BLOCK_K=64, GROUP_M=8, "
     "SCALED=False" % MATRIX),
]
failed = 0
for file, kernel, signature in CASES:
    # num_warps a list: a bundle of two variants per target.
    run = subprocess.run([tritonc, os.path.join(kernels, file + ".py"), "-o", out + ".tkb", "--target=" + targets,
                          "--kernel=" + kernel, "--signature=" + signature, "--num-warps=4,8", "--no-autotune"], capture_output=True, text=True)
    if run.returncode or run.stderr:
        failed += 1
        print("%s: exit code %d\n%s" % (kernel, run.returncode, run.stderr))
sys.exit(1 if failed else 0)
