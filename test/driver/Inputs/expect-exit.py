"""expect-exit.py CODE COMMAND...: the command must exit with CODE, and unless CODE is 0 leave no file where -o points.

Prints the command's standard error on standard output, for FileCheck."""
import os
import subprocess
import sys

code, command = int(sys.argv[1]), sys.argv[2:]
outputs = [command[i + 1] for i, word in enumerate(command[:-1]) if word == "-o" and command[i + 1] != "-"]
special = [path for path in outputs if os.path.exists(path) and not os.path.isfile(path)]
for path in outputs:
    for stale in (path, path + ".toml"):
        if os.path.isfile(stale) and stale not in command[:command.index("-o")]:
            os.remove(stale)
kept = {path: os.path.exists(path) for path in outputs}
result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120)
sys.stdout.write(result.stderr.decode("utf-8", "replace"))
if result.returncode != code:
    sys.exit("exit code %d instead of %d" % (result.returncode, code))
for path in outputs:
    folder = os.path.dirname(path) or "."
    left = [n for n in (os.listdir(folder) if os.path.isdir(folder) else []) if n.startswith(os.path.basename(path) + ".") and n.endswith(".tmp")]
    for suffix in ("", ".toml"):
        if code and os.path.exists(path + suffix) and not (suffix == "" and kept[path]):
            left.append(path + suffix)
    if left and path not in special:
        sys.exit("left behind: %s" % ", ".join(left))
