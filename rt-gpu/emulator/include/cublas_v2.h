//===- cublas_v2.h - a small cuBLAS, of the emulator -----------------------===//
#ifdef __HIP__
#include "cublas_by_hip.h"
#elif !defined(GPUEMU_CUBLAS_V2_H)
#define GPUEMU_CUBLAS_V2_H
#include "cuda_runtime.h"
#define GPU_BLAS(name) cublas##name##_v2
#define GPU_BLAS_NEW(name) cublas##name
#define GPU_BLAS_VALUE(name) CUBLAS_##name
#define GPU_BLAS_CONTEXT cublasContext
#define GPU_BLAS_STREAM struct CUstream_st
#define GPU_BLAS_INVALID 7
#define GPU_BLAS_FIRST_OPERATION 0
#include "gpu_blas.h"

#define cublasCreate cublasCreate_v2
#define cublasDestroy cublasDestroy_v2
#define cublasGetPointerMode cublasGetPointerMode_v2
#define cublasGetStream cublasGetStream_v2
#define cublasSetPointerMode cublasSetPointerMode_v2
#define cublasSetStream cublasSetStream_v2
#define cublasDasum cublasDasum_v2
#define cublasDaxpy cublasDaxpy_v2
#define cublasDcopy cublasDcopy_v2
#define cublasDdot cublasDdot_v2
#define cublasDgemm cublasDgemm_v2
#define cublasDgemv cublasDgemv_v2
#define cublasDger cublasDger_v2
#define cublasDnrm2 cublasDnrm2_v2
#define cublasDscal cublasDscal_v2
#define cublasDswap cublasDswap_v2
#define cublasSasum cublasSasum_v2
#define cublasSaxpy cublasSaxpy_v2
#define cublasScopy cublasScopy_v2
#define cublasSdot cublasSdot_v2
#define cublasSgemm cublasSgemm_v2
#define cublasSgemv cublasSgemv_v2
#define cublasSger cublasSger_v2
#define cublasSnrm2 cublasSnrm2_v2
#define cublasSscal cublasSscal_v2
#define cublasSswap cublasSswap_v2
#endif
