#!/bin/sh
# install.sh [folder]: copies this tree to `folder` (default: leaves it where it is), checks
# that it works on this machine, and says how to use it. Nothing is downloaded, nothing
# outside the folder is written, root is not needed. To remove it, delete the folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
target=${1:-$here}
say() { printf '%s\n' "$*"; }
stop() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

[ "$(uname -s)-$(uname -m)" = Linux-x86_64 ] ||
  stop "this archive is for Linux on x86-64, not for $(uname -s) on $(uname -m)"
(cd "$here" && sha256sum --quiet -c SHA256SUMS) ||
  stop "files differ from SHA256SUMS; unpack the archive again"
if [ "$target" != "$here" ]; then
  [ ! -e "$target/bin/enzyme-clang" ] || stop "$target holds an enzyme-clang already; delete that folder first"
  mkdir -p "$target"
  cp -a "$here/." "$target/"
  target=$(cd "$target" && pwd)
fi

compiler=$target/bin/enzyme-clang
"$compiler" --version >/dev/null 2>&1 || {
  "$compiler" --version >&2 || true
  stop "clang does not start here (above); it needs glibc 2.36 and libstdc++ 12, and /proc"
}
if ! "$compiler" --enzyme-selftest; then
  "$compiler" --doctor >&2 || true
  stop "it starts, but does not work here. It needs the headers of the C and C++ libraries
(Debian: libc6-dev libstdc++-12-dev; Red Hat: glibc-devel gcc-c++), or a GCC elsewhere: with
  gcc_folder=\$(dirname \"\$(gcc -print-libgcc-file-name)\")
give CFLAGS=--gcc-install-dir=\$gcc_folder"
fi
say
say "enzyme-clang is in $target. To use it:"
say "  export PATH=$target/bin:\$PATH"
