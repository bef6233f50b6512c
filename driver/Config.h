//===- Config.h - settings that are not on the line -----------------------===//
#ifndef ENZYME_DRIVER_CONFIG_H
#define ENZYME_DRIVER_CONFIG_H

#include "Invocation.h"
#include "Toolchain.h"

namespace enzyme::driver {

// Adds what the environment and the files say and the line does not. Empty, or the
// sentence about a file that cannot be read.
std::string addConfiguration(const Toolchain &toolchain, Invocation &invocation);

} // namespace enzyme::driver

#endif
