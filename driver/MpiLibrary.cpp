//===- MpiLibrary.cpp - the library for derivatives of MPI programs --------===//
//
// Programs for Open MPI and for MPICH want different code (mpi-omp/mpi/), and which one a
// program is for, only what it is linked with says: a library called mpich, or one called mpi
// that is either's. Open MPI's has names of its own in it.
//===----------------------------------------------------------------------===//
#include "MpiLibrary.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace enzyme::driver {
namespace {

constexpr const char *OpenMpi = "openmpi", *Mpich = "mpich";

std::string kindOfFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, false, /*RequiresNullTerminator=*/false);
  bool isOpen = buffer && (*buffer)->getBuffer().contains("ompi_mpi_comm_world");
  return isOpen ? OpenMpi : Mpich;
}

// Where the linker finds -lmpi: the folders that the line names, then the system's.
std::string kindOfLibrary(const Invocation &invocation) {
  for (const std::string &folder : invocation.libraryFolders)
    for (const char *name : {"/libmpi.so", "/libmpi.a"})
      if (sys::fs::exists(folder + name))
        return kindOfFile(folder + name);
  for (const char *path : {"/usr/lib/x86_64-linux-gnu/libmpi.so", "/usr/lib64/libmpi.so",
                           "/usr/lib/libmpi.so", "/usr/local/lib/libmpi.so"})
    if (sys::fs::exists(path))
      return kindOfFile(path);
  return OpenMpi;
}

// libmpi.so.40.30.4 -> "mpi"; of other files nothing.
StringRef libraryName(StringRef path) {
  StringRef name = sys::path::filename(path);
  if (!name.consume_front("lib") || !name.contains('.'))
    return "";
  return name.take_until([](char letter) { return letter == '.'; });
}

std::string kindOf(const Invocation &invocation) {
  for (StringRef library : invocation.libraries)
    if (library == "mpich")
      return Mpich;
    else if (library == "mpi")
      return kindOfLibrary(invocation);
  for (const std::string &input : invocation.inputs)
    if (StringRef name = libraryName(input); name == "mpich" || name == "mpi")
      return name == "mpich" ? Mpich : kindOfFile(input);
  return {};
}

} // namespace

std::string mpiLibrary(const Invocation &invocation, const Toolchain &toolchain) {
  std::string kind = kindOf(invocation);
  std::string path = toolchain.prefix + "/lib/libenzyme_mpi_" + kind + ".a";
  return !kind.empty() && sys::fs::exists(path) ? path : std::string();
}

} // namespace enzyme::driver
