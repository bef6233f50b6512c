//===- MpiWrapper.cpp - enzyme-mpicc, enzyme-mpicxx, enzyme-mpifort -------===//
//
// MPI libraries come with a compiler of their own, mpicc, that runs another one. Which
// one is told by the environment, and who tells it when configuring but not when building
// gets a mixture. These names tell it always: the mpicc of the machine runs, and it runs
// us. ENZYME_MPICC (…MPICXX, …MPIFORT) names another one, e.g. mpicc.mpich.
//===----------------------------------------------------------------------===//
#include "MpiWrapper.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace enzyme::driver {
namespace {

struct Wrapper {
  const char *name;               // how we are called
  const char *program;            // what runs
  const char *variable;           // names another one
  const char *compiler;           // what it runs
  std::vector<const char *> told; // by: Open MPI, MPICH, Intel MPI
};

const std::vector<Wrapper> &wrappers() {
  static const std::vector<Wrapper> all{{"enzyme-mpicc",
                                         "mpicc",
                                         "ENZYME_MPICC",
                                         "enzyme-clang",
                                         {"OMPI_CC", "MPICH_CC", "I_MPI_CC"}},
                                        {"enzyme-mpicxx",
                                         "mpicxx",
                                         "ENZYME_MPICXX",
                                         "enzyme-clang++",
                                         {"OMPI_CXX", "MPICH_CXX", "I_MPI_CXX"}},
                                        {"enzyme-mpifort",
                                         "mpifort",
                                         "ENZYME_MPIFORT",
                                         "enzyme-flang",
                                         {"OMPI_FC", "MPICH_FC", "I_MPI_FC"}}};
  return all;
}

const Wrapper *wrapperNamed(StringRef name) {
  for (const Wrapper &wrapper : wrappers())
    if (name == wrapper.name)
      return &wrapper;
  return nullptr;
}

} // namespace

bool isMpiWrapper(const char *ourName) { return wrapperNamed(sys::path::filename(ourName)); }

int becomeMpiWrapper(char **argv, const Toolchain &toolchain) {
  const Wrapper &wrapper = *wrapperNamed(sys::path::filename(argv[0]));
  std::string compiler = toolchain.prefix + "/bin/" + wrapper.compiler;
  for (const char *variable : wrapper.told)
    setenv(variable, compiler.c_str(), 1);
  const char *named = std::getenv(wrapper.variable);
  std::string program = named && *named ? named : wrapper.program;
  if (!StringRef(program).contains('/'))
    if (std::string path = inPath(program); !path.empty())
      program = path;
  std::string ourName = argv[0];
  argv[0] = program.data();
  execv(argv[0], argv);
  std::fprintf(stderr, "%s: error: cannot run %s: %s (%s names another one)\n", ourName.c_str(),
               program.c_str(), std::strerror(errno), wrapper.variable);
  return 127;
}

} // namespace enzyme::driver
