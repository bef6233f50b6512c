//===- mini_hip.h - HIP programs without ROCm ------------------------------===//
//
// As much of <hip/hip_runtime.h> as ordinary programs use; mathematical functions are clang's own
// (__clang_hip_*.h), the rest is written by the builtins that ROCm's headers use, too.
//===----------------------------------------------------------------------===//
#ifndef GPUEMU_MINI_HIP_H
#define GPUEMU_MINI_HIP_H
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 0
#define GPU_API(name) hip##name
#define GPU_API_STREAM ihipStream_t
#define GPU_API_EVENT ihipEvent_t
#define GPU_ATTRIBUTE(name) hipDeviceAttribute##name
#define GPU_ATTRIBUTES hipDeviceAttribute_t
#define GPU_MULTIPROCESSORS hipDeviceAttributeMultiprocessorCount
#include "gpu_default_streams.h"

#include <__clang_hip_runtime_wrapper.h>

#include "mini_gpu.h"
extern "C" hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                                 hipStream_t stream = nullptr);
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                               \
  kernel<<<grid, block, shared, stream>>>(__VA_ARGS__)
#include "mini_hip_device.h"
#endif
