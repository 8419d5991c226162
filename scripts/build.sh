#!/usr/bin/env bash
# Installs what is missing, configures and builds into build/ (or $BUILD_DIR). Extra CMake arguments: $TRITONC_CMAKE_ARGS.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD_DIR:-$top/build}
"$top/scripts/setup.sh"
# shellcheck disable=SC2086
cmake -G Ninja -S "$top" -B "$build" ${TRITONC_CMAKE_ARGS:-} >"$top/.cmake.log" 2>&1 || { cat "$top/.cmake.log"; exit 1; }
rm -f "$top/.cmake.log"
export NINJA_STATUS="[%f/%t %es] "
ninja -C "$build" "$@"
# The first time, link tritonc once more with its functions in the order of their first call.
if [ $# = 0 ] && [ ! -s "$build/function-order.txt" ]; then
  python3 "$top/scripts/order_functions.py" --program "$build/bin/tritonc" -o "$build/function-order.txt"
  ninja -C "$build" tritonc
fi
