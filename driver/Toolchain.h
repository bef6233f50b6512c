//===- Toolchain.h - what lies on this machine ----------------------------===//
#ifndef ENZYME_DRIVER_TOOLCHAIN_H
#define ENZYME_DRIVER_TOOLCHAIN_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace enzyme::driver {

// A compiler of LLVM's that we become.
struct Backend {
  std::string name;                // clang, flang
  std::string path;                // empty: none found
  std::vector<std::string> looked; // where it was sought
  const char *variable = "";       // of the environment, that may name it: ENZYME_CLANG_BACKEND
  bool fromEnvironment = false;    // it did
};

struct Toolchain {
  std::string prefix;  // two levels above our own binary
  std::string plugin;  // where our files must be, whether they are or not
  std::string astHalf; // the plugin loads it itself, inside clang
  std::string runtime;
  std::string oracle, oracleRuntime; // a plugin of passes and an archive, for exact checks
  std::string includes;
  std::string documents; // messages and rules, for --explain and --rules
  Backend clang;         // does the work, also of links
  Backend flang;         // of Fortran; may be missing
};

Toolchain findToolchain();

// The folders in PATH; those that depend on where we are called, like the current one, are
// left out: nothing is run just because it lies in the current folder.
std::vector<std::string> foldersOfPath();
// The file of that name in them; empty if there is none.
std::string inPath(llvm::StringRef name);

// Each is empty, or the sentence that says why we cannot go on.
std::string refuseBackend(const Backend &backend);
std::string refuseInstallation(const Toolchain &toolchain);

// LD_LIBRARY_PATH may name folders with another LLVM, which clang would load instead of its
// own: puts the folder of its own before them. To be called before clang is run.
void keepForeignLibrariesAway(const Backend &clang);

// The plugin that this driver was built with: a number that no other has.
const char *pluginIdentity();

// The first line of `program --version`; empty when it cannot be run.
std::string versionLine(const std::string &program);

} // namespace enzyme::driver

#endif
