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
int execute(const Toolchain &, const Line &line, const char *ourName);

// Prints what was found and what is missing; returns the exit code.
int examine(const Toolchain &);

} // namespace enzyme::driver

#endif
