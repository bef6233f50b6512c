//===- CommandLine.h - from argv to an Invocation -------------------------===//
#ifndef ENZYME_DRIVER_COMMAND_LINE_H
#define ENZYME_DRIVER_COMMAND_LINE_H

#include "Invocation.h"

namespace enzyme::driver {

// Reads the line with clang's own option table. Never fails: what clang would
// refuse is left for clang to refuse, in clang's words.
Invocation readCommandLine(int argc, const char *const *argv);

} // namespace enzyme::driver

#endif
