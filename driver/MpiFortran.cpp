//===- MpiFortran.cpp ------------------------------------------------------===//
//
// An MPI's mpifort passes what its own Fortran compiler was given, and its files suit that
// one: with gfortran's, flang stops at options that it does not know, and at the part of
// Open MPI's mpif.h that asks for the sizes of variables. The options change no code that we
// make; instead of mpif.h ours is found, which is the same without that part.
//===----------------------------------------------------------------------===//
#include "MpiFortran.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace enzyme::driver {
namespace {

bool isGfortransOption(StringRef word) {
  return word == "-fallow-argument-mismatch" || word == "-fallow-invalid-boz" ||
         word.starts_with("-fstack-protector") || word.starts_with("-ffile-prefix-map=") ||
         word.starts_with("-fdebug-prefix-map=") || word.starts_with("-fmacro-prefix-map=");
}

bool isFolderWith(StringRef word, StringRef file) {
  return word.consume_front("-I") && sys::fs::exists(word.str() + file.str());
}

} // namespace

Line fortranArguments(const Invocation &invocation, const Toolchain &toolchain) {
  auto isThere = [&](StringRef file) {
    return any_of(invocation.arguments,
                  [&](const std::string &word) { return isFolderWith(word, file); });
  };
  Line line = invocation.arguments;
  if (invocation.language != Language::Fortran || !isThere("/mpif.h"))
    return line;
  erase_if(line, [](const std::string &word) { return isGfortransOption(word); });
  if (isThere("/mpif-sizeof.h"))
    line.insert(line.begin(), "-I" + toolchain.prefix + "/share/enzyme-clang/mpi/openmpi");
  return line;
}

} // namespace enzyme::driver
