"""Every entry of Diagnostics.def must be expected by a test: the longest fixed part of its text has to stand in some test file.

Entries that no input can cause on purpose are listed in UNREACHED, each with its reason; an entry listed there that has a test
is an error too, so the list stays short.
"""
import os
import re
import sys

definitions, tests = sys.argv[1:3]
UNREACHED = {
    # Its whole text is the argument: what it says is checked where each message is made.
    "parse_error", "lex_bad_escape", "lex_bad_number", "ir_error", "ir_warning", "driver_tool_failed", "driver_unknown_target",
    "static_print", "literal_invalid", "driver_impossible_variant", "spec_error",
    # The evaluator and the parser refuse such input earlier; these are the second line of defence.
    "frontend_invalid_ir", "eval_too_deep",
    # Needs a terminal as standard output.
    "driver_terminal_binary",
}
entries = re.findall(r'^DIAGNOSTIC\((\w+),\s*\w+,\s*\n?\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', open(definitions).read(), re.M)
corpus = []
for folder, _, files in os.walk(tests):
    for name in files:
        if name.endswith((".py", ".test", ".mlir", ".ttir", ".cpp", ".txt", ".toml")):
            corpus.append(open(os.path.join(folder, name), errors="replace").read())
corpus = re.sub(r"\\([\"'\\])", r"\1", "\n".join(corpus))
missing = []
for name, text in entries:
    text = re.sub(r"\\(.)", r"\1", "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)))
    parts = sorted((p.strip() for p in re.split(r"\{\d[^}]*\}", text)), key=len)
    covered = len(parts[-1]) >= 4 and parts[-1] in corpus
    if name in UNREACHED:
        continue
    if not covered:
        missing.append("%s: no test expects \"%s\"" % (name, parts[-1]))
print("%d diagnostics, %d without a test" % (len(entries), len(missing)))
print("\n".join(missing))
sys.exit(1 if missing or len(entries) < 100 else 0)
