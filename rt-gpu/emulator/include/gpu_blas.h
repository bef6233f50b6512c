//===- gpu_blas.h - routines of BLAS, in the spelling of cuBLAS or hipBLAS --===//
//
// GPU_BLAS(Dgemm) is cublasDgemm_v2 or hipblasDgemm, GPU_BLAS_NEW(DgemmStridedBatched) has no
// version; GPU_BLAS_VALUE(OP_N) is CUBLAS_OP_N. cublas_v2.h and hipblas.h define them and include
// this file, and so does the emulator's runtime.
//===----------------------------------------------------------------------===//
extern "C" {

enum GPU_BLAS_NEW(Status_t) {
  GPU_BLAS_VALUE(STATUS_SUCCESS) = 0,
  GPU_BLAS_VALUE(STATUS_NOT_INITIALIZED) = 1,
  GPU_BLAS_VALUE(STATUS_INVALID_VALUE) = GPU_BLAS_INVALID
};
enum GPU_BLAS_NEW(Operation_t) {
  GPU_BLAS_VALUE(OP_N) = GPU_BLAS_FIRST_OPERATION,
  GPU_BLAS_VALUE(OP_T),
  GPU_BLAS_VALUE(OP_C)
};
enum GPU_BLAS_NEW(PointerMode_t) {
  GPU_BLAS_VALUE(POINTER_MODE_HOST),
  GPU_BLAS_VALUE(POINTER_MODE_DEVICE)
};

#define GPU_BLAS_HANDLE struct GPU_BLAS_CONTEXT *
struct GPU_BLAS_CONTEXT;
typedef GPU_BLAS_HANDLE GPU_BLAS_NEW(Handle_t);
#define STATUS enum GPU_BLAS_NEW(Status_t)
#define OPERATION enum GPU_BLAS_NEW(Operation_t)

STATUS GPU_BLAS(Create)(GPU_BLAS_HANDLE *handle);
STATUS GPU_BLAS(Destroy)(GPU_BLAS_HANDLE handle);
STATUS GPU_BLAS(SetStream)(GPU_BLAS_HANDLE handle, GPU_BLAS_STREAM *stream);
STATUS GPU_BLAS(GetStream)(GPU_BLAS_HANDLE handle, GPU_BLAS_STREAM **stream);
STATUS GPU_BLAS(SetPointerMode)(GPU_BLAS_HANDLE handle, enum GPU_BLAS_NEW(PointerMode_t) mode);
STATUS GPU_BLAS(GetPointerMode)(GPU_BLAS_HANDLE handle, enum GPU_BLAS_NEW(PointerMode_t) * mode);

#define GPU_BLAS_ROUTINES(LETTER, number)                                                          \
  STATUS GPU_BLAS(LETTER##axpy)(GPU_BLAS_HANDLE handle, int n, const number *alpha,                \
                                const number *x, int xStep, number *y, int yStep);                 \
  STATUS GPU_BLAS(LETTER##scal)(GPU_BLAS_HANDLE handle, int n, const number *alpha, number *x,     \
                                int xStep);                                                        \
  STATUS GPU_BLAS(LETTER##copy)(GPU_BLAS_HANDLE handle, int n, const number *x, int xStep,         \
                                number *y, int yStep);                                             \
  STATUS GPU_BLAS(LETTER##swap)(GPU_BLAS_HANDLE handle, int n, number *x, int xStep, number *y,    \
                                int yStep);                                                        \
  STATUS GPU_BLAS(LETTER##dot)(GPU_BLAS_HANDLE handle, int n, const number *x, int xStep,          \
                               const number *y, int yStep, number *result);                        \
  STATUS GPU_BLAS(LETTER##nrm2)(GPU_BLAS_HANDLE handle, int n, const number *x, int xStep,         \
                                number *result);                                                   \
  STATUS GPU_BLAS(LETTER##asum)(GPU_BLAS_HANDLE handle, int n, const number *x, int xStep,         \
                                number *result);                                                   \
  STATUS GPU_BLAS(LETTER##gemv)(GPU_BLAS_HANDLE handle, OPERATION flag, int m, int n,              \
                                const number *alpha, const number *a, int lead, const number *x,   \
                                int xStep, const number *beta, number *y, int yStep);              \
  STATUS GPU_BLAS(LETTER##ger)(GPU_BLAS_HANDLE handle, int m, int n, const number *alpha,          \
                               const number *x, int xStep, const number *y, int yStep, number *a,  \
                               int lead);                                                          \
  STATUS GPU_BLAS(LETTER##gemm)(GPU_BLAS_HANDLE handle, OPERATION aFlag, OPERATION bFlag, int m,   \
                                int n, int k, const number *alpha, const number *a, int aLead,     \
                                const number *b, int bLead, const number *beta, number *c,         \
                                int cLead);                                                        \
  STATUS GPU_BLAS_NEW(LETTER##gemmStridedBatched)(                                                 \
      GPU_BLAS_HANDLE handle, OPERATION aFlag, OPERATION bFlag, int m, int n, int k,               \
      const number *alpha, const number *a, int aLead, long long aStride, const number *b,         \
      int bLead, long long bStride, const number *beta, number *c, int cLead, long long cStride,   \
      int count);
GPU_BLAS_ROUTINES(S, float)
GPU_BLAS_ROUTINES(D, double)
#undef GPU_BLAS_ROUTINES
#undef STATUS
#undef OPERATION
}
