//! languages: cuda
// Memory that both sides use and that the program moves to a place before a launch, as the headers
// of CUDA 13 have it, with what programs ask of the device before they launch, and lanes that add
// up integers. Run with --sdk where these headers are installed. Compared as checked.h says.
#include "../checked.h"

constexpr int n = 64;

__global__ void square(double *y, const double *x, int count) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  unsigned lanes = __reduce_add_sync(~0u, i % 3 == 0);
  int last = __reduce_max_sync(~0u, x[i] > .5333 ? i : 0);
  if (i < count)
    y[i] = x[i] * x[i] * lanes + .1 * x[last];
}

double moved(const double *x) {
  double *memory, sum = 0;
  int device = 0, blocks = 0, threads = 0;
  cudaGetDevice(&device);
  cudaMallocManaged(&memory, 2 * n * sizeof(double));
#if CUDART_VERSION >= 13000
  cudaMemLocation place{cudaMemLocationTypeDevice, device};
  cudaMemAdvise(memory, 2 * n * sizeof(double), cudaMemAdviseSetPreferredLocation, place);
  cudaMemPrefetchAsync(memory, 2 * n * sizeof(double), place, 0, nullptr);
#else
  cudaMemAdvise(memory, 2 * n * sizeof(double), cudaMemAdviseSetPreferredLocation, device);
  cudaMemPrefetchAsync(memory, 2 * n * sizeof(double), device, nullptr);
#endif
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, square, 0, 0);
  for (int i = 0; i < n; ++i)
    memory[i] = x[i] * (1 + i % 3);
  square<<<2, n / 2>>>(memory + n, memory, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    sum += memory[n + i] * memory[i];
    memory[i] += memory[n + i];
  }
  square<<<2, n / 2>>>(memory + n, memory, n - 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i)
    sum += memory[n + i];
  cudaFree(memory);
  return sum;
}

int main() {
  CHECK(moved);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
