#!/usr/bin/env bash
# bundle.sh <root of LLVM> <major> <tree>: puts clang, lld and the libraries they need into
# the tree, so that it works wherever it is unpacked, beside a C library of the age of the
# one here or newer. Of the host it needs headers and start files of its C and C++ libraries.
set -euo pipefail
llvm=$(realpath "$1") major=$2 tree=$3
own=$tree/lib/enzyme-clang
mkdir -p "$own/bin" "$own/lib/clang/$major"

# Programs: real files, so that each finds its libraries from where it lies.
for program in clang lld llvm-ar llvm-nm llvm-objcopy; do
  cp -L "$llvm/bin/$program" "$own/bin/$program"
done
# With these it compiles and links CUDA and HIP files.
for program in clang-linker-wrapper clang-nvlink-wrapper clang-offload-bundler llvm-offload-binary; do
  [[ ! -e $llvm/bin/$program ]] || cp -L "$llvm/bin/$program" "$own/bin/$program"
done
mv "$own/bin/clang" "$own/bin/clang-$major"
ln -s "clang-$major" "$own/bin/clang"
ln -s "clang-$major" "$own/bin/clang++"
ln -s llvm-ar "$own/bin/llvm-ranlib"
# `ld` too: the linker by default, as a host need not have one.
for name in ld ld.lld ld64.lld wasm-ld; do ln -s lld "$own/bin/$name"; done

# The compiler's own headers and its runtime libraries.
cp -rL "$llvm/lib/clang/$major/include" "$own/lib/clang/$major/"
if [[ -d $llvm/lib/clang/$major/lib ]]; then
  cp -rL "$llvm/lib/clang/$major/lib" "$own/lib/clang/$major/"
fi
openmp=$(realpath -e "$llvm/lib/libomp.so" 2>/dev/null || true)
if [[ -n $openmp ]]; then
  cp -L "$openmp" "$own/lib/libomp.so.5"
  ln -s libomp.so.5 "$own/lib/libomp.so"
fi

# Their libraries, and those of these; but the host's C and C++ libraries stay the host's.
is_host_library() {
  case $1 in
    ld-linux* | libc.so* | libm.so* | libdl.so* | librt.so* | libpthread.so* | libgcc_s.so* | libstdc++.so*) return 0 ;;
  esac
  return 1
}
collect() { # <file>: what it needs, and so on
  local name path
  while read -r name _ path _; do
    [[ $path == /* ]] || continue
    is_host_library "$name" || [[ -e $own/lib/$name || -e $tree/lib/enzyme/$name ]] || cp -L "$path" "$own/lib/$name"
  done < <(ldd "$1")
}
shopt -s nullglob
for file in "$own"/bin/* "$tree"/lib/enzyme/*.so; do
  [[ -L $file ]] || collect "$file"
done

# DT_RPATH, not DT_RUNPATH: a cluster's LD_LIBRARY_PATH must not put other libraries under
# the compiler.
for file in "$own"/lib/*.so*; do
  [[ -L $file ]] || { chmod u+w "$file" && patchelf --force-rpath --set-rpath '$ORIGIN' "$file"; }
done
for file in "$own"/bin/*; do
  [[ -L $file ]] || { chmod u+w "$file" && patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$file"; }
done
for file in "$tree"/lib/enzyme/*.so; do
  patchelf --force-rpath --set-rpath '$ORIGIN:$ORIGIN/../enzyme-clang/lib' "$file"
done
patchelf --force-rpath --set-rpath '$ORIGIN/../lib/enzyme-clang/lib' "$tree/bin/enzyme-strip"
patchelf --force-rpath --set-rpath '$ORIGIN/../enzyme-clang/lib' "$tree/lib/enzyme/gpu2cpu"

# The names beside our driver lead to the bundle, not to where LLVM lies here.
for tool in llvm-ar llvm-ranlib llvm-nm; do
  ln -sfn "../lib/enzyme-clang/bin/$tool" "$tree/bin/enzyme-$tool"
done
ln -sfn ../lib/enzyme-clang/bin/lld "$tree/bin/ld.lld"

# Who owns what was copied.
mkdir -p "$tree/share/licenses"
for package in "clang-$major" "libllvm$major" "libclang-cpp$major" "lld-$major" libffi8 libedit2 libz3-4 zlib1g \
  libzstd1 libxml2 libtinfo6 libbsd0 libicu72 liblzma5 libmd0; do
  copyright=/usr/share/doc/$package/copyright
  [[ ! -e $copyright ]] || cp -L "$copyright" "$tree/share/licenses/$package"
done
