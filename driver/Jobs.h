//===- Jobs.h - what we add to clang's line -------------------------------===//
#ifndef ENZYME_DRIVER_JOBS_H
#define ENZYME_DRIVER_JOBS_H

#include "Invocation.h"
#include "Toolchain.h"

namespace enzyme::driver {

using Line = std::vector<std::string>;

// Goes before the user's arguments: include path, plugin, settings.
void addCompileArguments(const Invocation &, const Toolchain &, Line &);

// Goes after the user's arguments: the runtime library.
void addLinkArguments(const Invocation &, const Toolchain &, Line &);

// Replaces this process by `line`; returns the exit code when that fails.
int execute(const Backend &, const Line &line, const char *ourName);

// Prints what was found and what is missing; returns the exit code.
int examine(const Toolchain &);

// Compiles and runs small programs with the installed compilers; returns the exit code.
int testInstallation(const Toolchain &);

// Prints what a message means and what to do ("ENZ0060", "60"); returns the exit code.
int explain(const Toolchain &, const std::string &message);

// Answers --enzyme-show-config, -showme and -dump-mode; returns the exit code. `wholeLine`
// is what would run.
int show(const Invocation &, const Toolchain &, const Line &wholeLine);

// Prints the derivative of a library function, or all; returns the exit code.
int showRules(const Toolchain &, const std::string &function);

} // namespace enzyme::driver

#endif
