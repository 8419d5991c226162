#!/usr/bin/env bash
# Builds into build/, one build at a time however many shells ask. Arguments go to ninja; without any, everything is built.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
exec 9>"$top/build/.lock"
flock 9
ninja -C "$top/build" -k 0 "$@" | grep -vE '^\[[0-9]+/[0-9]+\] |^ninja: (Entering|no work)'
exit "${PIPESTATUS[0]}"
