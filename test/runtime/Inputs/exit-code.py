"""exit-code.py CODE COMMAND...: runs the command and succeeds when its exit code is CODE."""
import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit("exit code %d instead of %s" % (code, sys.argv[1]))
