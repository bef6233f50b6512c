//===- Prelink.h - derivatives that are made when a program is linked -----===//
#ifndef ENZYME_DRIVER_PRELINK_H
#define ENZYME_DRIVER_PRELINK_H

#include "Invocation.h"
#include "Toolchain.h"

namespace enzyme::driver {

// Lets clang call us where it would call the linker, if the line may leave requests
// open: adds to `line`, and tells us by the environment what we then need.
void addPrelink(const Invocation &invocation, const Toolchain &toolchain,
                std::vector<std::string> &line);

// Were we called in the linker's place?
bool isLinker(const char *ourName);

// Makes what open requests ask for, then runs the linker with it. Returns its exit code.
int linkWithDerivatives(int argc, char **argv);

} // namespace enzyme::driver

#endif
