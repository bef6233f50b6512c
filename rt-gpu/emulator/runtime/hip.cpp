//===- hip.cpp - the interface of the host as HIP spells it ----------------===//
#define GPU_API(name) hip##name
#define GPU_API_STREAM ihipStream_t
#define GPU_API_EVENT ihipEvent_t
#define GPU_ATTRIBUTE(name) hipDeviceAttribute##name
#define GPU_ATTRIBUTES hipDeviceAttribute_t
#define GPU_MULTIPROCESSORS hipDeviceAttributeMultiprocessorCount
#define GPU_HIDDEN(name) __hip##name
#define GPU_THREADS_MEMORY _spt
#define GPU_THREADS_STREAM _spt
#define GPU_WARP 64
#define GPU_SHARED (64u << 10)
#include "../include/gpu_api.h"

#include "api.inc"

extern "C" hipError_t hipGetDeviceProperties(hipDeviceProp *properties, int device) {
  if (device != 0)
    return give(hipErrorInvalidDevice);
  *properties = {"the emulator (a CPU)",
                 size_t(8) << 30,
                 64 << 10,
                 64 << 10,
                 65536,
                 64,
                 1024,
                 {1024, 1024, 1024},
                 {0x7fffffff, 65535, 65535},
                 9,
                 0,
                 1,
                 2048,
                 1000000,
                 1,
                 1,
                 1,
                 1,
                 "gfx90a"};
  return hipSuccess;
}
