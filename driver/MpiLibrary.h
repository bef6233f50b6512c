//===- MpiLibrary.h - the library for derivatives of MPI programs ----------===//
#ifndef ENZYME_DRIVER_MPI_LIBRARY_H
#define ENZYME_DRIVER_MPI_LIBRARY_H

#include "Invocation.h"
#include "Toolchain.h"

namespace enzyme::driver {

// The archive for the MPI that a link takes; empty if it takes none, or we have none for it.
std::string mpiLibrary(const Invocation &invocation, const Toolchain &toolchain);

} // namespace enzyme::driver

#endif
