"""refusals.py TOOL IMAGE LIST: runs every case of LIST and checks exit code and message.

A case is a line `CODE | options | message`; options change the good command line below: NAME=SPEC replaces or adds an argument,
-NAME removes one, anything else is passed on. IMAGE stands for the kernel's file.
"""
import shlex
import subprocess
import sys

tool, image, cases = sys.argv[1:4]
good = {"n": "300", "alpha": "1", "out_ptr": "f32[300]:zeros", "x_ptr": "f32[300]:ones", "y_ptr": "none"}
bad = 0
for line in open(cases):
    if not line.strip() or line.startswith("#"):
        continue
    code, options, message = (part.strip() for part in line.split(" | "))
    args, rest, file = dict(good), [], image
    for word in shlex.split(options.replace("IMAGE", image)):
        if word.startswith("FILE:"):
            file = word[5:] or None
        elif word.startswith("-") and not word.startswith("--"):
            del args[word[1:]]
        elif not word.startswith("-") and "=" in word and not rest[-1:] == ["--next"]:
            args[word.split("=")[0]] = word.split("=", 1)[1]
        else:
            rest.append(word)
    command = [tool] + ([file] if file else []) + sum((["--arg", "%s=%s" % item] for item in args.items()), []) + rest
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != int(code) or message not in run.stderr:
        bad += 1
        print("%s\n  exit code %d, printed: %s  wanted %s: %s" % (options, run.returncode, run.stderr, code, message))
sys.exit("%d cases differ" % bad if bad else 0)
