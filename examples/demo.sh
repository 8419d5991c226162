#!/usr/bin/env bash
# The whole path on real input: install what is missing, build, compile the fused softmax and the vector add for four targets, print
# the compiler reports, run both on the CPU (and on a GPU, where there is one) on odd sizes, check and time them.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD_DIR:-$top/build}
BUILD_DIR=$build "$top/scripts/build.sh" tritonc tritonrun
bin=$build/bin
out=${OUT_DIR:-$build/demo}
mkdir -p "$out"
cd "$top"

heading() { printf '\n== %s\n' "$*"; }

heading "compile fused softmax and vector add for sm_90a, gfx942, gfx1100 and cpu"
"$bin/tritonc" examples/kernels/fused_softmax.py -o "$out/softmax.tkb" --target=sm_90a,gfx942,gfx1100,cpu \
  --signature='*fp32:16, *fp32:16, i32, i32, i32, BLOCK_N=1024' --num-warps=4 --report
"$bin/tritonc" examples/kernels/vector_add.py -o "$out/vector_add.tkb" --target=sm_90a,gfx942,gfx1100,cpu \
  --signature='*fp32:16, *fp32:16, *fp32:16, i32, BLOCK=1024' --num-warps=4 --report
ls -l "$out"/*.tkb

heading "compile time, whole process: vector add to PTX"
time "$bin/tritonc" examples/kernels/vector_add.py -o "$out/vector_add.ptx" --target=sm_90a \
  --signature='*fp32:16, *fp32:16, *fp32:16, i32:16, BLOCK=1024'

reference() {
  /usr/bin/python3 - "$out" <<'PY'
import sys
import numpy as np
rng = np.random.default_rng()
x = (rng.standard_normal((1823, 781)) * 3).astype(np.float32)
e = np.exp(x.astype(np.float64) - x.max(-1, keepdims=True))
np.save(sys.argv[1] + "/x.npy", x)
np.save(sys.argv[1] + "/softmax_ref.npy", (e / e.sum(-1, keepdims=True)).astype(np.float32))
a, b = (rng.standard_normal(98437).astype(np.float32) for _ in range(2))
np.save(sys.argv[1] + "/a.npy", a)
np.save(sys.argv[1] + "/b.npy", b)
np.save(sys.argv[1] + "/add_ref.npy", a + b)
PY
}

run_on() {
  heading "softmax of 1823 rows of 781 on $1, checked against a double-precision reference and timed"
  "$bin/tritonrun" "$out/softmax.tkb" --device="$1" --grid=M --let M=1823,N=781 \
    --arg x_ptr="f32[M,N]:@$out/x.npy" --arg out_ptr='f32[M,N]:full(-1)' --arg stride_xm=N --arg stride_om=N --arg n_cols=N \
    --expect out_ptr=@"$out/softmax_ref.npy" --rtol=1e-5 --atol=1e-7 --bench --bytes='8*M*N'
  heading "vector add of 98437 elements on $1"
  "$bin/tritonrun" "$out/vector_add.tkb" --device="$1" --grid='cdiv(N,BLOCK)' --let N=98437 \
    --arg x_ptr="f32[N]:@$out/a.npy" --arg y_ptr="f32[N]:@$out/b.npy" --arg out_ptr='f32[N]:full(-1)' --arg n_elements=N \
    --expect out_ptr=@"$out/add_ref.npy" --bench --bytes='12*N'
}

reference
run_on cpu
if [ -e /dev/nvidiactl ]; then
  run_on cuda
elif [ -e /dev/kfd ]; then
  run_on hip
else
  printf '\nno GPU here: the same command runs the kernels there too where there is one\n'
fi
