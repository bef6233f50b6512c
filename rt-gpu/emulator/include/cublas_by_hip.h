//===- cublas_by_hip.h - programs that call cuBLAS compiled as HIP ---------===//
#ifndef GPUEMU_CUBLAS_BY_HIP_H
#define GPUEMU_CUBLAS_BY_HIP_H
#include "cuda_by_hip.h"

#include "hipblas/hipblas.h"
#define CUBLAS_OP_C HIPBLAS_OP_C
#define CUBLAS_OP_N HIPBLAS_OP_N
#define CUBLAS_OP_T HIPBLAS_OP_T
#define CUBLAS_POINTER_MODE_DEVICE HIPBLAS_POINTER_MODE_DEVICE
#define CUBLAS_POINTER_MODE_HOST HIPBLAS_POINTER_MODE_HOST
#define CUBLAS_STATUS_INVALID_VALUE HIPBLAS_STATUS_INVALID_VALUE
#define CUBLAS_STATUS_NOT_INITIALIZED HIPBLAS_STATUS_NOT_INITIALIZED
#define CUBLAS_STATUS_SUCCESS HIPBLAS_STATUS_SUCCESS
#define cublasCreate hipblasCreate
#define cublasDasum hipblasDasum
#define cublasDaxpy hipblasDaxpy
#define cublasDcopy hipblasDcopy
#define cublasDdot hipblasDdot
#define cublasDestroy hipblasDestroy
#define cublasDgemm hipblasDgemm
#define cublasDgemmStridedBatched hipblasDgemmStridedBatched
#define cublasDgemv hipblasDgemv
#define cublasDger hipblasDger
#define cublasDnrm2 hipblasDnrm2
#define cublasDscal hipblasDscal
#define cublasDswap hipblasDswap
#define cublasGetPointerMode hipblasGetPointerMode
#define cublasGetStream hipblasGetStream
#define cublasHandle_t hipblasHandle_t
#define cublasOperation_t hipblasOperation_t
#define cublasPointerMode_t hipblasPointerMode_t
#define cublasSasum hipblasSasum
#define cublasSaxpy hipblasSaxpy
#define cublasScopy hipblasScopy
#define cublasSdot hipblasSdot
#define cublasSetPointerMode hipblasSetPointerMode
#define cublasSetStream hipblasSetStream
#define cublasSgemm hipblasSgemm
#define cublasSgemmStridedBatched hipblasSgemmStridedBatched
#define cublasSgemv hipblasSgemv
#define cublasSger hipblasSger
#define cublasSnrm2 hipblasSnrm2
#define cublasSscal hipblasSscal
#define cublasSswap hipblasSswap
#define cublasStatus_t hipblasStatus_t
#endif
