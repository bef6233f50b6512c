//===- GpuOnCpu.h - CUDA and HIP programs for a machine without a GPU ------===//
#ifndef ENZYME_DRIVER_GPU_ON_CPU_H
#define ENZYME_DRIVER_GPU_ON_CPU_H

#include "Invocation.h"
#include "Toolchain.h"

namespace enzyme::driver {

// What --enzyme-gpu-on-cpu asks for, by programs that are run one after the other. Returns the
// exit code.
int compileForCpu(const Invocation &invocation, const Toolchain &toolchain, const char *ourName);

} // namespace enzyme::driver

#endif
