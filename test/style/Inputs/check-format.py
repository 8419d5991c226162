"""Runs clang-format over the tree's C++ files; prints the files that it would change."""
import os
import subprocess
import sys

tool, root = sys.argv[1:3]
files = []
for folder in ("backend", "cmake", "driver", "frontend", "passes", "runtime", "test"):
    for path, _, names in os.walk(os.path.join(root, folder)):
        files += [os.path.join(path, n) for n in names if n.endswith((".cpp", ".h"))]
if len(files) < 50:
    sys.exit("only %d files found" % len(files))
bad = set()
for i in range(0, len(files), 40):
    run = subprocess.run([tool, "--dry-run", "-Werror", "--style=file"] + files[i:i + 40], capture_output=True, text=True)
    bad |= {line.split(":")[0] for line in run.stderr.splitlines() if "error:" in line}
print("\n".join(sorted(bad)))
sys.exit(1 if bad else 0)
