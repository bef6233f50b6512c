//===- Toolchain.h - what lies on this machine ----------------------------===//
#ifndef ENZYME_DRIVER_TOOLCHAIN_H
#define ENZYME_DRIVER_TOOLCHAIN_H

#include <string>
#include <vector>

namespace enzyme::driver {

struct Toolchain {
  std::string prefix;  // two levels above our own binary
  std::string plugin;  // where our files must be, whether they are or not
  std::string astHalf; // the plugin loads it itself, inside clang
  std::string runtime;
  std::string includes;
  std::string documents; // messages and rules, for --explain and --rules
  std::string clang;               // the compiler that does the work; empty: none found
  std::vector<std::string> looked; // where it was sought
  bool fromEnvironment = false;    // it was named by ENZYME_CLANG_BACKEND
};

Toolchain findToolchain();

// Each is empty, or the sentence that says why we cannot go on.
std::string refuseClang(const Toolchain &toolchain);
std::string refuseInstallation(const Toolchain &toolchain);

// The first line of `program --version`; empty when it cannot be run.
std::string versionLine(const std::string &program);

} // namespace enzyme::driver

#endif
