#!/usr/bin/env bash
# Installs what is missing, configures and builds into build/ (or $BUILD_DIR). Extra CMake arguments: $TRITONC_CMAKE_ARGS.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD_DIR:-$top/build}
"$top/scripts/setup.sh"
# shellcheck disable=SC2086
cmake -G Ninja -S "$top" -B "$build" ${TRITONC_CMAKE_ARGS:-} >"$top/.cmake.log" 2>&1 || { cat "$top/.cmake.log"; exit 1; }
rm -f "$top/.cmake.log"
NINJA_STATUS="[%f/%t %es] " ninja -C "$build" "$@"
