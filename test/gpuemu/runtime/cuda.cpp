//===- cuda.cpp - the interface of the host as CUDA spells it --------------===//
#define GPU_API(name) cuda##name
#define GPU_API_STREAM CUstream_st
#define GPU_API_EVENT CUevent_st
#define GPU_HIDDEN(name) __cuda##name
#define GPU_WARP 32
#define GPU_SHARED (227u << 10)
#include "../include/gpu_api.h"

#include "api.inc"

extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  if (device != 0)
    return give(cudaErrorInvalidDevice);
  *properties = {"the emulator (a CPU)",
                 size_t(8) << 30,
                 48 << 10,
                 64 << 10,
                 65536,
                 32,
                 1024,
                 {1024, 1024, 64},
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
                 ""};
  return cudaSuccess;
}
