// What threads tell each other besides numbers, in launched kernels: votes of a warp and of the
// block, fences, barriers of a warp, integers that change atomically, places that are handed out,
// memory of the device's heap, messages and clocks. What came of it steers the derivative.
// Compared as checked.h says.
#include "checked.h"
#include <cassert>

constexpr int n = 48;

template <typename Kernel> double onDevice(const double *x, Kernel kernel, int blocks = 1) {
  double *in, *out, y[n], sum = 0;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemset(out, 0, n * sizeof(double));
  cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice);
  kernel<<<blocks, n / blocks>>>(out, in);
  cudaMemcpy(y, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}

/// A warp of 16 threads, which those of each maker have.
__global__ void votes(double *y, const double *x) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  double v = x[i] * x[i];
  auto large = __ballot_sync(0xffff, v > .2);
  int some = __any_sync(0xffff, v > .45), all = __all_sync(0xffff, v > .002);
  auto active = __activemask();
  double factor = __popcll((unsigned long long)large) + 2 * (some != 0) + 4 * (all != 0) + __popcll((unsigned long long)active);
  if (large >> (threadIdx.x % 16) & 1)
    v *= factor;
  else
    v += sin(factor * x[i]);
  y[i] = v;
}
double byVotes(const double *x) { return onDevice(x, votes, 3); }

/// Through memory of the block, a warp by itself.
__global__ void warps(double *y, const double *x) {
  __shared__ double board[16];
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  board[threadIdx.x] = x[i] * x[i];
  __threadfence_block();
  __syncwarp();
  double other = board[threadIdx.x ^ 3];
  __syncwarp();
  board[threadIdx.x] = other * x[i];
  __threadfence();
  __syncthreads();
  y[i] = board[15 - threadIdx.x] + other;
}
double byWarps(const double *x) { return onDevice(x, warps, 3); }

#ifndef __HIP__
__global__ void votesOfBlock(double *y, const double *x) {
  int i = threadIdx.x;
  __shared__ double board[n];
  board[i] = x[i] * x[i];
  int large = __syncthreads_count(x[i] > .4);
  double v = board[n - 1 - i] * large;
  if (__syncthreads_or(x[i] > .6))
    board[i] = v * x[i];
  if (__syncthreads_and(x[i] > -1))
    v += board[(i + 1) % n];
  y[i] = v;
}
double byVotesOfBlock(const double *x) { return onDevice(x, votesOfBlock); }
#endif

/// Each thread has a place, whichever; the largest and the least of integers, sets of bits.
__global__ void counters(double *y, const double *x) {
  __shared__ int next, last, least, largest, bits, none, taken[n];
  __shared__ double placed[n];
  int i = threadIdx.x;
  if (i == 0)
    next = 0, last = n, least = 1000, largest = -1000, bits = 0, none = ~0;
  taken[i] = 0;
  __syncthreads();
  int place = i % 2 ? atomicAdd(&next, 1) : atomicSub(&last, 1) - 1;
  placed[place] = x[i] * x[i];
  atomicMin(&least, (i * 7) % n + 3);
  atomicMax(&largest, (i * 5) % n - 2);
  atomicOr(&bits, 1 << i % 8);
  atomicAnd(&none, ~(1 << i % 4));
  double first = atomicExch(&taken[i / 2], 1) == 0 ? 1 : 0;
  double again = atomicCAS(&taken[n / 2 + i / 4], 0, i + 1) == 0 ? 1 : 0;
  __syncthreads();
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += placed[k];
  double taking = first * x[i / 2] * x[i / 2] + again * sin(x[i / 4]);
  atomicAdd(&y[i / 4], taking);
  if (i >= n / 2)
    y[i] = sum * x[least] + x[largest] * (bits & 0xff) + x[i] * (none & 0xf);
}
double byCounters(const double *x) { return onDevice(x, counters); }

/// Memory of the device's heap, messages that are not printed, a clock that is not asked much.
__global__ void heap(double *y, const double *x) {
  int i = threadIdx.x;
  double *own = (double *)malloc((2 + i % 3) * sizeof(double));
  if (!own) {
    printf("no memory for thread %d\n", i);
    return;
  }
  auto since = clock64();
  for (int k = 0; k < 2 + i % 3; ++k)
    own[k] = x[i] * x[(i + k) % n];
  assert(own[0] >= 0);
  double sum = 0;
  for (int k = 0; k < 2 + i % 3; ++k)
    sum += own[k] * own[k];
  if (clock64() < since)
    sum = 0;
  y[i] = sum;
  free(own);
}
double byHeap(const double *x) { return onDevice(x, heap); }

int main() {
  CHECK(byVotes);
  CHECK(byWarps);
#ifndef __HIP__
  CHECK(byVotesOfBlock);
#endif
  CHECK(byCounters);
  CHECK(byHeap);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
