"""Compares the options in TOOL --help with those in a man page; prints what is on one side only."""
import re
import subprocess
import sys

tool, page = sys.argv[1:3]
text = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
helped = set()
for line in text.splitlines():
    # An option line starts with its names: "  -o FILE", "  -D,--define NAME=VALUE".
    names = re.match(r"\s+((?:-{1,2}[\w#-]+(?:,\s*)?)+)", line)
    if names:
        helped.update(re.findall(r"--?[\w#-]+", names.group(1)))
roff = open(page).read()
options = roff[roff.index(".SH OPTIONS"):]
options = options[:options.index("\n.SH ", 5)]
described = set()
for line in re.sub(r"\\f.", "", options).replace("\\-", "-").splitlines():
    if line.startswith((".BI", ".BR", ".B ")):
        described.update(re.findall(r"(?<![\w-])--[\w-]+|(?<![\w-])-\w\b", line))
long = lambda names: {n for n in names if n.startswith("--")}
missing, extra = long(helped) - described, long(described) - helped
for name in sorted(missing):
    print("%s: %s is not in the man page" % (page, name))
for name in sorted(extra):
    print("%s: %s is no option" % (page, name))
if len(long(helped)) < 10:
    sys.exit("%s --help lists too few options to be read right" % tool)
sys.exit(1 if missing or extra else 0)
