//===- MpiFortran.h - flang by the mpifort of an MPI that gfortran built ---===//
#ifndef ENZYME_DRIVER_MPI_FORTRAN_H
#define ENZYME_DRIVER_MPI_FORTRAN_H

#include "Jobs.h"

namespace enzyme::driver {

// The user's arguments, as flang can read them where a folder on the line has an MPI's mpif.h.
Line fortranArguments(const Invocation &invocation, const Toolchain &toolchain);

} // namespace enzyme::driver

#endif
