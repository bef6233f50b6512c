//===- properties.cpp - properties of the device, as CUDA programs ask ------===//
//
// By itself, because the structure is not the same in NVIDIA's headers (of any version) as in our
// own: this file is compiled with those that the program is compiled with.
//===----------------------------------------------------------------------===//
#include <cstring>
#include <cuda_runtime_api.h>

extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  if (device != 0)
    return cudaErrorInvalidDevice;
  memset(properties, 0, sizeof *properties);
  strcpy(properties->name, "the emulator (a CPU)");
  properties->totalGlobalMem = size_t(8) << 30;
  properties->sharedMemPerBlock = 48 << 10;
  properties->totalConstMem = 64 << 10;
  properties->regsPerBlock = 65536;
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = properties->maxThreadsDim[0] = properties->maxThreadsDim[1] =
      1024;
  properties->maxThreadsDim[2] = 64;
  properties->maxGridSize[0] = 0x7fffffff;
  properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
  properties->major = 9;
  properties->multiProcessorCount = 1;
  properties->maxThreadsPerMultiProcessor = 2048;
  properties->concurrentKernels = properties->unifiedAddressing = properties->managedMemory = 1;
  properties->cooperativeLaunch = 1;
  return cudaSuccess;
}
