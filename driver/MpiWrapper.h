//===- MpiWrapper.h - enzyme-mpicc, enzyme-mpicxx, enzyme-mpifort ---------===//
#ifndef ENZYME_DRIVER_MPI_WRAPPER_H
#define ENZYME_DRIVER_MPI_WRAPPER_H

#include "Toolchain.h"

namespace enzyme::driver {

bool isMpiWrapper(const char *ourName);

// Replaces this process by the machine's own wrapper; returns the exit code when that fails.
int becomeMpiWrapper(char **argv, const Toolchain &toolchain);

} // namespace enzyme::driver

#endif
