#!/usr/bin/env bash
# Installs what the build and the tests need on Debian 12 (and says what is missing elsewhere). Does nothing when all is there.
set -eu
packages="llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22 clang-format-22 lld-22 liblld-22-dev libclc-22 libclc-22-dev libcli11-dev
  libtomlplusplus-dev libgtest-dev libzstd-dev zlib1g-dev ninja-build ccache cmake g++ make python3 python3-numpy"
missing=""
for package in $packages; do
  dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null; then
  echo "please install:$missing" >&2
  exit 3
fi
sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
echo "installing:$missing"
$sudo apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
