//! languages: cuda
// Copies into a block's memory that go on beside the thread, by NVIDIA's headers: waited for at once,
// one ahead of what is computed, shorter than their place, by all threads of a group. Compared as
// checked.h says.
#include "../checked.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline_primitives.h>

namespace cg = cooperative_groups;
constexpr int n = 64, width = 16;

/// The place held another number, which counts no more.
__global__ void once(double *y, const double *x) {
  __shared__ double s[n];
  int i = threadIdx.x;
  s[i] = x[i] * x[0];
  double before = s[i];
  __pipeline_memcpy_async(&s[i], &x[i], sizeof(double));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  y[i] = s[i] * s[(i + 5) % n] + before;
}
/// Two tiles: one is computed with while the other is on its way.
__global__ void ahead(double *y, const double *x) {
  __shared__ alignas(16) double s[2][width];
  int i = threadIdx.x;
  double sum = 0;
  auto fetch = [&](int tile) {
    if (tile < n / width && i < width / 2)
      __pipeline_memcpy_async(&s[tile % 2][2 * i], &x[width * tile + 2 * i], 16);
    __pipeline_commit();
  };
  fetch(0);
  for (int tile = 0; tile < n / width; ++tile) {
    fetch(tile + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    sum = sum * s[tile % 2][i] + s[tile % 2][i] * s[tile % 2][(i + 3) % width];
    __syncthreads();
  }
  y[i] = sum;
}
/// Beyond the end of x there are zeros.
__global__ void short_ones(double *y, const double *x) {
  __shared__ alignas(16) double s[n];
  int i = threadIdx.x;
  if (i < 20)
    __pipeline_memcpy_async(&s[2 * i], &x[2 * i], 16, i % 4 == 3 ? 16 : 0);
  else if (i < 32)
    __pipeline_memcpy_async(&s[2 * i], &x[2 * i], 16, 8);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  y[i] = s[i] * x[i] + s[(i + 1) % n] * s[i];
}
__global__ void by_group(double *y, const double *x) {
  __shared__ alignas(16) double s[n];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, x, sizeof s);
  cg::wait(block);
  y[threadIdx.x] = s[threadIdx.x] * s[(threadIdx.x + 5) % n];
}
/// A thread's pipeline, of the library of C++.
__global__ void by_pipeline(double *y, const double *x) {
  __shared__ alignas(16) double s[n];
  auto pipeline = cuda::make_pipeline();
  int i = threadIdx.x;
  pipeline.producer_acquire();
  cuda::memcpy_async(&s[i], &x[i], sizeof(double), pipeline);
  pipeline.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipeline);
  __syncthreads();
  y[i] = s[i] * s[(i + 3) % n];
  pipeline.consumer_release();
}

double atOnce(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { once<<<1, n>>>(y, in); });
}
double oneAhead(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { ahead<<<1, width>>>(y, in); });
}
double withZeros(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { short_ones<<<1, n>>>(y, in); });
}
double byGroup(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { by_group<<<1, n>>>(y, in); });
}
double byPipeline(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { by_pipeline<<<1, n>>>(y, in); });
}

int main() {
  CHECK(atOnce);
  CHECK(oneAhead);
  CHECK(withZeros);
  CHECK(byGroup);
  CHECK(byPipeline);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
