// The host's half of the interface, also for files that are no CUDA.
#ifndef GPUEMU_CUDA_RUNTIME_API_H
#define GPUEMU_CUDA_RUNTIME_API_H
#ifndef GPU_API
#define GPU_API(name) cuda##name
#define GPU_API_STREAM CUstream_st
#define GPU_API_EVENT CUevent_st
#define GPU_ATTRIBUTE(name) cudaDevAttr##name
#define GPU_ATTRIBUTES cudaDeviceAttr
#define GPU_MULTIPROCESSORS cudaDevAttrMultiProcessorCount
#include "gpu_default_streams.h"
#include "gpu_api.h"
#endif
#endif
