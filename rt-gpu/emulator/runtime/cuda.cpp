//===- cuda.cpp - the interface of the host as CUDA spells it --------------===//
#define GPU_API(name) cuda##name
#define GPU_API_STREAM CUstream_st
#define GPU_API_EVENT CUevent_st
#define GPU_ATTRIBUTE(name) cudaDevAttr##name
#define GPU_ATTRIBUTES cudaDeviceAttr
#define GPU_MULTIPROCESSORS cudaDevAttrMultiProcessorCount
#define GPU_HIDDEN(name) __cuda##name
#define GPU_THREADS_MEMORY _ptds
#define GPU_THREADS_STREAM _ptsz
#define GPU_WARP 32
#define GPU_SHARED (227u << 10)
#include "../include/gpu_api.h"

#include "api.inc"
