// Host functions compiled with a default stream for each thread, whose calls of the runtime have
// names of their own: copies and launches without a stream and in streams, what waits for them,
// memory that the host reads after it waited for no stream but the thread's. Compared as checked.h
// says.
//! flags: -Xclang -fgpu-default-stream=per-thread
#include "checked.h"

constexpr int n = 40, block = 32, blocks = 2;
constexpr size_t bytes = n * sizeof(double);

__device__ double factors[2];
__global__ void step(double *y, const double *x, double a) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    y[i] = sin(a * x[i]) * factors[i % 2] + y[i];
}

double sumOf(const double *y) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += y[i] * (1 + i % 3);
  return sum;
}
/// What waits until it is done.
double atOnce(const double *x) {
  double *d, y[n];
  cudaMalloc(&d, 2 * bytes);
  cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
  cudaMemset(d + n, 0, bytes);
  cudaMemcpyToSymbol(factors, x + 1, 2 * sizeof(double));
  step<<<blocks, block>>>(d + n, d, x[0]);
  cudaMemcpyToSymbol(factors, x + 3, 2 * sizeof(double));
  step<<<blocks, block>>>(d + n, d, x[1] * x[2]);
  cudaMemcpy(y, d + n, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return sumOf(y);
}
/// In the thread's stream and in another, with events between them.
double inStreams(const double *x) {
  cudaStream_t other;
  cudaEvent_t event;
  cudaStreamCreate(&other);
  cudaEventCreate(&event);
  double *d, y[n];
  cudaMallocAsync(&d, 2 * bytes, 0);
  cudaMemcpyAsync(d, x, bytes, cudaMemcpyHostToDevice, 0);
  cudaMemsetAsync(d + n, 0, bytes, 0);
  cudaMemcpyToSymbol(factors, x + 2, 2 * sizeof(double));
  step<<<blocks, block>>>(d + n, d, x[5]);
  cudaEventRecord(event, 0);
  cudaStreamWaitEvent(other, event, 0);
  step<<<blocks, block, 0, other>>>(d, d + n, x[6]);
  cudaMemcpyAsync(y, d, bytes, cudaMemcpyDeviceToHost, other);
  cudaStreamSynchronize(other);
  cudaFreeAsync(d, 0);
  cudaStreamSynchronize(0);
  cudaEventDestroy(event);
  cudaStreamDestroy(other);
  return sumOf(y);
}
/// Memory of both, which the host reads and writes between launches.
double ofBoth(const double *x) {
  double *d;
  cudaMallocManaged(&d, 2 * bytes);
  for (int i = 0; i < 2 * n; ++i)
    d[i] = x[i % n];
  cudaMemcpyToSymbol(factors, x, 2 * sizeof(double));
  step<<<blocks, block>>>(d + n, d, x[0]);
  cudaStreamSynchronize(0);
  for (int i = 0; i < n; ++i)
    d[i] *= d[n + i];
  step<<<blocks, block>>>(d + n, d, x[1]);
  cudaStreamSynchronize(0);
  double sum = sumOf(d + n);
  cudaFree(d);
  return sum;
}

int main() {
  CHECK(atOnce);
  CHECK(inStreams);
  CHECK(ofBoth);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
