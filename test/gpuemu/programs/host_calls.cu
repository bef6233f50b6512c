// What host code calls besides launches and copies: streams, events, managed and pitched memory,
// symbols, properties, errors, host functions, a cooperative launch.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(what)                                                                                                    \
  if (!(what)) {                                                                                                       \
    printf("%d: %s\n", __LINE__, #what);                                                                               \
    return 1;                                                                                                          \
  }
#define CALL(call) CHECK((call) == cudaSuccess)

__device__ double state[4];
__constant__ int factor;
__global__ void scale(double *x, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    x[i] *= factor;
  if (4 <= i && i < n)
    state[i - 4] = x[i];
}
__global__ void rows(double *x, size_t pitch) {
  double *row = reinterpret_cast<double *>(reinterpret_cast<char *>(x) + blockIdx.x * pitch);
  row[threadIdx.x] += 10 * blockIdx.x + threadIdx.x;
}
static void count(void *argument) { ++*static_cast<int *>(argument); }

int main() {
  int devices = 0, device = -1;
  CALL(cudaGetDeviceCount(&devices));
  CALL(cudaSetDevice(0));
  CALL(cudaGetDevice(&device));
  CHECK(devices == 1 && device == 0 && cudaSetDevice(7) == cudaErrorInvalidDevice);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
  cudaDeviceProp properties;
  CALL(cudaGetDeviceProperties(&properties, 0));
  CHECK(properties.maxThreadsPerBlock == 1024 && properties.warpSize >= 32 && strlen(properties.name) > 3);

  int warp = 0, processors = 0, blocks = 0, threads = 0;
  CALL(cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, 0));
  CALL(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  CHECK(warp == properties.warpSize && processors == properties.multiProcessorCount);
  CALL(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, scale, 0, 0));
  CHECK(threads == 1024 && blocks == 2);
  CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 100, 0));
  CHECK(blocks == 2048 / 128);
  cudaFuncAttributes ofKernel;
  CALL(cudaFuncGetAttributes(&ofKernel, scale));
  CHECK(ofKernel.maxThreadsPerBlock == 1024 && ofKernel.sharedSizeBytes == 0);

  cudaStream_t stream;
  cudaEvent_t begin, end;
  CALL(cudaStreamCreate(&stream));
  CALL(cudaEventCreate(&begin));
  CALL(cudaEventCreate(&end));
  double *x, *managed, *pinned, host[8];
  const int three = 3;
  CALL(cudaMalloc(&x, 8 * sizeof(double)));
  CALL(cudaMallocHost(&pinned, 8 * sizeof(double)));
  CALL(cudaMallocManaged(&managed, 8 * sizeof(double)));
  cudaPointerAttributes ofPointer;
  CALL(cudaPointerGetAttributes(&ofPointer, x + 1));
  CHECK(ofPointer.type == cudaMemoryTypeDevice && ofPointer.devicePointer == x + 1);
  CALL(cudaMemAdvise(managed, 8 * sizeof(double), cudaMemAdviseSetReadMostly, 0));
  for (int i = 0; i < 8; ++i)
    pinned[i] = i + 1, managed[i] = i;
  CALL(cudaMemcpyToSymbol(factor, &three, sizeof three));
  CALL(cudaEventRecord(begin, stream));
  CALL(cudaMemcpyAsync(x, pinned, 8 * sizeof(double), cudaMemcpyHostToDevice, stream));
  scale<<<2, 4, 0, stream>>>(x, 8);
  CALL(cudaMemcpyAsync(host, x, 8 * sizeof(double), cudaMemcpyDeviceToHost, stream));
  int called = 0;
  CALL(cudaLaunchHostFunc(stream, count, &called));
  CALL(cudaEventRecord(end, stream));
  CALL(cudaStreamWaitEvent(stream, end, 0));
  CALL(cudaStreamSynchronize(stream));
  float milliseconds = -1;
  CALL(cudaEventElapsedTime(&milliseconds, begin, end));
  CHECK(milliseconds >= 0 && called == 1 && host[7] == 24 && host[0] == 3);
  scale<<<1, 8>>>(managed, 8);
  CALL(cudaDeviceSynchronize());
  CHECK(managed[7] == 21);
  double last[4];
  CALL(cudaMemcpyFromSymbol(last, state, 2 * sizeof(double), 2 * sizeof(double)));
  CHECK(last[0] == 18 && last[1] == 21);
  void *address;
  size_t size;
  CALL(cudaGetSymbolAddress(&address, state));
  CALL(cudaGetSymbolSize(&size, state));
  CALL(cudaMemcpy(last, address, sizeof last, cudaMemcpyDeviceToHost));
  CHECK(size == sizeof last && last[3] == 21);

  size_t pitch;
  double *table, copied[3][5];
  CALL(cudaMallocPitch(reinterpret_cast<void **>(&table), &pitch, sizeof copied[0], 3));
  CALL(cudaMemset2D(table, pitch, 0, sizeof copied[0], 3));
  rows<<<3, 5>>>(table, pitch);
  CALL(cudaMemcpy2D(copied, sizeof copied[0], table, pitch, sizeof copied[0], 3, cudaMemcpyDeviceToHost));
  CHECK(copied[2][4] == 24 && copied[0][1] == 1);

  rows<<<1, 2048>>>(table, pitch);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  int n = 8;
  void *arguments[] = {&x, &n};
  CALL(cudaLaunchKernel(scale, dim3(1), dim3(8), arguments, 0, stream));
  CALL(cudaMemcpy(host, x, sizeof host, cudaMemcpyDefault));
  CHECK(host[1] == 18);
  CALL(cudaFree(x));
  CALL(cudaFree(managed));
  CALL(cudaFree(nullptr));
  CALL(cudaFreeHost(pinned));
  CALL(cudaEventDestroy(begin));
  CALL(cudaStreamDestroy(stream));
  printf("%s, %s\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaSuccess));
  return 0;
}
