//===- hipblas.cpp - BLAS as hipBLAS spells it -----------------------------===//
#define GPU_BLAS(name) hipblas##name
#define GPU_BLAS_NEW(name) hipblas##name
#define GPU_BLAS_VALUE(name) HIPBLAS_##name
#define GPU_BLAS_CONTEXT hipblasContext
#define GPU_BLAS_STREAM struct ihipStream_t
#define GPU_BLAS_INVALID 3
#define GPU_BLAS_FIRST_OPERATION 111
#include "../include/gpu_blas.h"

#include "blas.inc"
