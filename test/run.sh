#!/usr/bin/env bash
# Builds everything and runs all tests: tools, passes, diagnostics, numerics, and the unit tests, which lit runs too.
# Arguments go to lit (for instance --filter=softmax).
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD_DIR:-$top/build}
BUILD_DIR=$build "$top/scripts/build.sh"
lit=${LIT:-/usr/lib/llvm-22/bin/lit}
status=0
"$lit" -sv "$build/test" "$build/test/unit" "$@" >"$build/lit.log" 2>&1 || status=$?
cat "$build/lit.log"
passed=$(sed -n 's/^ *Passed *: *\([0-9]*\).*/\1/p' "$build/lit.log")
failed=$(sed -n 's/^ *\(Failed\|Unresolved\|Timed Out\|Unexpectedly Passed\) *: *\([0-9]*\).*/\2/p' "$build/lit.log" |
  awk '{ sum += $1 } END { print sum + 0 }')
echo "${passed:-0} passed, $failed failed"
[ "${passed:-0}" -gt 0 ] || status=1
exit "$status"
