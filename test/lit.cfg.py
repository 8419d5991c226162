# The test suite. Runs from a build folder (lit build/test), or standalone on installed tools:
#   TRITONC_BIN=/usr/local/bin lit test
import os
import shutil
import subprocess

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
config.name = "tritonc"
config.test_source_root = here
config.suffixes = [".test", ".mlir", ".py", ".ttir", ".toml"]
config.excludes = ["lit.cfg.py", "Inputs", "numerics.py", "numerics_products.py", "numerics_loops.py", "numerics_ptx.py", "matrix_cases.py", "sweep_matmul.py",
                   "pitfalls.py", "unit", "fuzz", "run.sh"]
config.test_format = lit.formats.ShTest(execute_external=False)

tools = os.environ.get("TRITONC_BIN") or getattr(config, "tools_dir", None) or os.path.dirname(shutil.which("tritonc") or "")
llvm = getattr(config, "llvm_tools_dir", "/usr/lib/llvm-22/bin")
if not getattr(config, "test_exec_root", None):
    config.test_exec_root = os.path.join(os.environ.get("TMPDIR", "/tmp"), "tritonc-lit")
source_root = getattr(config, "source_root", os.path.dirname(here))

# Tests see no setting of the user's but these.
config.environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": config.test_exec_root, "LC_ALL": "C.UTF-8"}
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "CUDA_HOME", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH", "TINYGRAD", "AMDEMU"):
    if name in os.environ:
        config.environment[name] = os.environ[name]



def python_with_numpy():
    """Debian's python3 has numpy when the package is there; another python3 on PATH may not."""
    candidates = [shutil.which("python3") or "python3", "/usr/bin/python3"]
    for candidate in candidates:
        if subprocess.run([candidate, "-c", "import numpy"], capture_output=True).returncode == 0:
            config.available_features.add("numpy")
            return candidate
    return candidates[0]


python = python_with_numpy()


def find(name, *folders):
    for folder in folders:
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK):
            return path
    return shutil.which(name)


ptxas = find("ptxas", "/usr/local/cuda/bin", os.path.join(os.environ.get("CUDA_HOME", "/nonexistent"), "bin"))

# Longer names first: %tritonc is a prefix of the others.
config.substitutions += [
    ("%tritonc-opt", os.path.join(tools, "tritonc-opt")),
    ("%tritonc", os.path.join(tools, "tritonc")),
    ("%tritonrun", os.path.join(tools, "tritonrun")),
    ("%FileCheck", os.path.join(llvm, "FileCheck")),
    ("%not", os.path.join(llvm, "not")),
    ("%split-file", os.path.join(llvm, "split-file")),
    ("%offload-binary", os.path.join(llvm, "llvm-offload-binary")),
    ("%llc", os.path.join(llvm, "llc")),
    ("%mlir-translate", os.path.join(llvm, "mlir-translate")),
    ("%clang", os.path.join(llvm, "clang")),
    ("%python", python),
    ("%libdir", os.path.join(tools, "..", "lib")),
    ("%compare", " ".join([python, os.path.join(here, "compare", "compare.py"), "--bin", tools, "--lib",
                           os.path.join(tools, "..", "lib", "libtritonrt.so"), "--jobs", "2"])),
    ("%sweep", python + " " + os.path.join(here, "sweep_matmul.py") + " --bin " + tools),
    ("%numerics", python + " " + os.path.join(here, "numerics.py") + " --bin " + tools),
    ("%pitfalls", python + " " + os.path.join(here, "pitfalls.py") + " --bin " + tools),
    ("%examples", os.path.join(source_root, "examples")),
    ("%source_root", source_root),
    ("%inputs", os.path.join(here, "Inputs")),
]
clang_format = shutil.which("clang-format-22")
if clang_format:
    config.available_features.add("clang-format")
    config.substitutions.insert(0, ("%clang-format", clang_format))
if ptxas:
    config.available_features.add("ptxas")
    config.substitutions.append(("%ptxas", ptxas))


def gpu_present():
    if not os.path.exists("/dev/nvidiactl"):
        return False
    try:
        return subprocess.run(["nvidia-smi", "-L"], capture_output=True, timeout=20).returncode == 0
    except OSError:
        return False


if gpu_present():
    config.available_features.add("nvidia-gpu")
if os.environ.get("TINYGRAD") and os.environ.get("AMDEMU"):
    config.available_features.add("amd-emulator")
    config.substitutions.append(("%{amdemu_dir}", os.environ["AMDEMU"]))
if os.path.exists(os.path.join(tools, "..", "lib", "libtritonrt.so")):
    config.available_features.add("libtritonrt")
if getattr(config, "sanitized", False):
    config.available_features.add("sanitized")
for library in ("/usr/lib/x86_64-linux-gnu/libamdhip64.so.5", "/opt/rocm/lib/libamdhip64.so"):
    if os.path.exists(library):
        config.available_features.add("hip-runtime")

