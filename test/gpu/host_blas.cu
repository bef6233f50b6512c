// Host functions that call cuBLAS (as HIP, hipBLAS): products of matrices of all kinds, of several
// at once, matrices and vectors, vectors; factors that vary, on the host and on the device;
// operands that are overwritten, freed or the same. Prints the number of differences.
#include "checked.h"
#include <cublas_v2.h>

constexpr int n = 48;

#define DO(CALL)                                                                                   \
  if ((CALL) != CUBLAS_STATUS_SUCCESS)                                                             \
  std::printf("%s fails\n", #CALL), ++differences

double weighted(const double *y) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 5) + y[i] * (i % 3);
  return sum;
}

/// Numbers of the host on the device, twice: what is read, and what is written.
struct Arrays {
  cublasHandle_t handle;
  double *x, *y;
  Arrays(const double *from) {
    DO(cublasCreate(&handle));
    cudaMalloc(&x, n * sizeof(double));
    cudaMalloc(&y, n * sizeof(double));
    cudaMemcpy(x, from, n * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(y, from, n * sizeof(double), cudaMemcpyHostToDevice);
  }
  double result() const {
    double onHost[n];
    cudaMemcpy(onHost, y, n * sizeof(double), cudaMemcpyDeviceToHost);
    return weighted(onHost);
  }
  ~Arrays() {
    cudaFree(x);
    cudaFree(y);
    DO(cublasDestroy(handle));
  }
};

/// 3 x 4, with rows below that belong to no matrix; alpha and beta vary.
template <cublasOperation_t a, cublasOperation_t b> double products(const double *x) {
  Arrays on(x);
  double alpha = x[0] + .5, beta = x[1];
  DO(cublasDgemm(on.handle, a, b, 3, 4, 2, &alpha, on.x, 5, on.x + 20, 6, &beta, on.y + 3, 7));
  return on.result();
}

/// One matrix times several; all of them added to one; a product with itself.
double batches(const double *x) {
  Arrays on(x);
  double one = 1, none = 0, half = .5;
  DO(cublasDgemmStridedBatched(on.handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 3, &half, on.x, 2, 0,
                               on.x + 6, 2, 6, &none, on.y, 2, 5, 4));
  DO(cublasDgemmStridedBatched(on.handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 3, 2, &one, on.x + 5, 2, 4,
                               on.x + 1, 3, 7, &half, on.y + 8, 2, 6, 3));
  DO(cublasDgemm(on.handle, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &one, on.x, 4, on.x, 4, &one, on.y,
                 4));
  return on.result();
}

/// Each step writes what the next reads, and what the one before has read.
double steps(const double *x) {
  Arrays on(x);
  double half = .5, none = 0;
  double *from = on.x, *to = on.y;
  for (int i = 0; i < 4; ++i) {
    DO(cublasDgemm(on.handle, CUBLAS_OP_N, i % 2 ? CUBLAS_OP_T : CUBLAS_OP_N, 6, 6, 6, &half, from,
                   6, from, 6, &none, to, 6));
    double *other = from;
    from = to;
    to = other;
  }
  return on.result();
}

double applications(const double *x) {
  Arrays on(x);
  double alpha = x[3], beta = x[4] - 2, none = 0;
  DO(cublasDgemv(on.handle, CUBLAS_OP_N, 3, 4, &alpha, on.x, 5, on.x + 20, 3, &beta, on.y, 2));
  DO(cublasDgemv(on.handle, CUBLAS_OP_T, 3, 4, &beta, on.x + 7, 4, on.x + 30, 2, &none, on.y + 6,
                 3));
  DO(cublasDger(on.handle, 4, 3, &alpha, on.y, 2, on.x + 1, 3, on.y + 20, 6));
  DO(cublasDger(on.handle, 2, 2, &beta, on.x, 1, on.x, 1, on.x + 10, 2)); // read above
  DO(cublasDaxpy(on.handle, n - 1, &alpha, on.x + 1, 1, on.y, 1));
  return on.result();
}

/// Backwards, with gaps; results on the host go on into factors.
double vectors(const double *x) {
  Arrays on(x);
  double alpha = x[5], inner, length;
  DO(cublasDaxpy(on.handle, 8, &alpha, on.x, -2, on.y + 3, 3));
  DO(cublasDdot(on.handle, 9, on.x, 2, on.y + 20, -1, &inner));
  DO(cublasDnrm2(on.handle, 10, on.y, 2, &length));
  DO(cublasDscal(on.handle, 11, &inner, on.y + 2, 3));
  DO(cublasDcopy(on.handle, 6, on.y, 1, on.x + 40, -1));
  double quotient = inner / length;
  DO(cublasDaxpy(on.handle, 8, &quotient, on.x + 40, 1, on.y + 30, 1));
  DO(cublasDdot(on.handle, 8, on.x, 1, on.x, 1, &inner));
  return on.result() + inner * length;
}

/// Conjugate gradients for x^T x + 4: numbers stay on the device.
__global__ void quotient(double *of, const double *a, const double *b, double sign) {
  of[0] = sign * *a / *b;
}
double gradients(const double *x) {
  Arrays on(x);
  constexpr int m = 6;
  double *memory;
  cudaMalloc(&memory, (m * m + 3 * m + 8) * sizeof(double));
  double *a = memory, *r = a + m * m, *p = r + m, *q = p + m, *number = q + m;
  double one = 1, four[m * m] = {}, ones[] = {1, 0};
  for (int i = 0; i < m; ++i)
    four[i * m + i] = 4;
  cudaMemcpy(a, four, sizeof four, cudaMemcpyHostToDevice);
  cudaMemset(on.y, 0, m * sizeof(double));
  cudaMemcpy(number + 6, ones, sizeof ones, cudaMemcpyHostToDevice);
  DO(cublasDgemm(on.handle, CUBLAS_OP_T, CUBLAS_OP_N, m, m, m, &one, on.x, m, on.x, m, &one, a, m));
  DO(cublasSetPointerMode(on.handle, CUBLAS_POINTER_MODE_DEVICE));
  DO(cublasDcopy(on.handle, m, on.x + 40, 1, r, 1));
  DO(cublasDcopy(on.handle, m, r, 1, p, 1));
  DO(cublasDdot(on.handle, m, r, 1, r, 1, number));
  for (int i = 0; i < 3; ++i) {
    DO(cublasDgemv(on.handle, CUBLAS_OP_N, m, m, number + 6, a, m, p, 1, number + 7, q, 1));
    DO(cublasDdot(on.handle, m, p, 1, q, 1, number + 1));
    quotient<<<1, 1>>>(number + 2, number, number + 1, 1);
    quotient<<<1, 1>>>(number + 3, number, number + 1, -1);
    DO(cublasDaxpy(on.handle, m, number + 2, p, 1, on.y, 1));
    DO(cublasDaxpy(on.handle, m, number + 3, q, 1, r, 1));
    DO(cublasDdot(on.handle, m, r, 1, r, 1, number + 4));
    quotient<<<1, 1>>>(number + 5, number + 4, number, 1);
    DO(cublasDscal(on.handle, m, number + 5, p, 1));
    DO(cublasDaxpy(on.handle, m, number + 6, r, 1, p, 1));
    DO(cublasDcopy(on.handle, 1, number + 4, 1, number, 1));
  }
  DO(cublasSetPointerMode(on.handle, CUBLAS_POINTER_MODE_HOST));
  double sum = on.result();
  cudaFree(memory);
  return sum;
}

/// What products have read is written by a kernel, by copies and by a fill, before the way back.
__global__ void square(double *x) { x[threadIdx.x] *= x[threadIdx.x]; }
double overwritten(const double *x) {
  Arrays on(x);
  double one = 1, half = .5, length, inner;
  DO(cublasDgemm(on.handle, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 3, &one, on.x, 3, on.x + 10, 3, &half,
                 on.y, 3));
  square<<<1, 12>>>(on.x);
  DO(cublasDgemv(on.handle, CUBLAS_OP_N, 3, 3, &one, on.x, 3, on.x + 20, 1, &half, on.y + 10, 1));
  cudaMemcpy(on.x, x + 20, 9 * sizeof(double), cudaMemcpyHostToDevice);
  DO(cublasDdot(on.handle, 8, on.x, 1, on.x + 8, 1, &inner));
  cudaMemset(on.x + 8, 0, 4 * sizeof(double));
  DO(cublasDnrm2(on.handle, 20, on.x, 1, &length));
  cudaMemcpy(on.x, on.y, 5 * sizeof(double), cudaMemcpyDeviceToDevice);
  DO(cublasDger(on.handle, 3, 3, &inner, on.x, 1, on.x + 3, 1, on.y + 30, 3));
  square<<<1, 6>>>(on.x);
  DO(cublasDaxpy(on.handle, 6, &length, on.x, 1, on.y + 40, 1));
  square<<<1, 6>>>(on.x);
  return on.result();
}

double ofFloats(const double *x) {
  float onHost[n], *a, *c, alpha = float(x[2]), beta = .5f, length;
  for (int i = 0; i < n; ++i)
    onHost[i] = float(x[i]);
  cublasHandle_t handle;
  DO(cublasCreate(&handle));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  DO(cublasSetStream(handle, stream));
  cudaMalloc(&a, sizeof onHost);
  cudaMalloc(&c, sizeof onHost);
  cudaMemcpyAsync(a, onHost, sizeof onHost, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(c, onHost, sizeof onHost, cudaMemcpyHostToDevice, stream);
  DO(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &alpha, a, 4, a + 16, 4, &beta, c, 4));
  DO(cublasSnrm2(handle, 20, c, 1, &length));
  DO(cublasSgemv(handle, CUBLAS_OP_T, 4, 4, &length, a, 4, c, 1, &beta, c + 20, 2));
  DO(cublasSscal(handle, 10, &alpha, c, 1));
  cudaFree(a);
  cudaMemcpyAsync(onHost, c, sizeof onHost, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  cudaFree(c);
  cudaStreamDestroy(stream);
  DO(cublasDestroy(handle));
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += double(onHost[i]) * (1 + i % 3);
  return sum;
}

int main() {
  CHECK((products<CUBLAS_OP_N, CUBLAS_OP_N>));
  CHECK((products<CUBLAS_OP_N, CUBLAS_OP_T>));
  CHECK((products<CUBLAS_OP_T, CUBLAS_OP_N>));
  CHECK((products<CUBLAS_OP_C, CUBLAS_OP_T>));
  CHECK(batches);
  CHECK(steps);
  CHECK(applications);
  CHECK(vectors);
  CHECK(gradients);
  CHECK(overwritten);
  CHECK(ofFloats);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
