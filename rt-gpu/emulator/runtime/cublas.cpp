//===- cublas.cpp - BLAS as cuBLAS spells it -------------------------------===//
#define GPU_BLAS(name) cublas##name##_v2
#define GPU_BLAS_NEW(name) cublas##name
#define GPU_BLAS_VALUE(name) CUBLAS_##name
#define GPU_BLAS_CONTEXT cublasContext
#define GPU_BLAS_STREAM struct CUstream_st
#define GPU_BLAS_INVALID 7
#define GPU_BLAS_FIRST_OPERATION 0
#include "../include/gpu_blas.h"

#include "blas.inc"
