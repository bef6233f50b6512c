//! languages: cuda
// Groups of those threads that are at the same place, and of those with the same label, by NVIDIA's
// cooperative groups: shuffles among the threads that are left of a warp, numbers of threads.
// Compared as checked.h says.
#include "../checked.h"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
constexpr int n = 64;
constexpr size_t bytes = n * sizeof(double);
template <typename L> double through(const double *x, L launch) {
  double *d, y[n] = {}, sum = 0;
  cudaMalloc(&d, 2 * bytes);
  cudaMemset(d, 0, 2 * bytes);
  cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
  launch(d + n, d);
  cudaMemcpy(y, d + n, bytes, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < n; ++i)
    sum += y[i] * (1 + i % 3) + .1 * y[i] * y[i];
  return sum;
}
/// Which threads find each other is not promised: the first of each group adds for all of it.
__global__ void coalesced(double *y, const double *x) {
  int t = threadIdx.x;
  if (t % 3 == 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    double square = x[t] * x[t], sum = 0;
    for (int k = 0; k < group.size(); ++k)
      sum += group.shfl(square, k);
    if (group.thread_rank() == 0)
      atomicAdd(y, sum);
  }
}
double coalescing(const double *x) {
  return through(x, [](double *y, double *d) { coalesced<<<1, n>>>(y, d); });
}
__global__ void labels(double *y, const double *x) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto g = cg::labeled_partition(tile, threadIdx.x % 4);
  double v = x[threadIdx.x] * x[threadIdx.x];
  v = v * g.shfl(v, 1) + g.thread_rank();
  y[threadIdx.x] = v;
}
double labelled(const double *x) {
  return through(x, [](double *y, double *d) { labels<<<1, n>>>(y, d); });
}
__global__ void bins(double *y, const double *x) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  auto g = cg::binary_partition(tile, threadIdx.x % 5 < 2);
  double v = x[threadIdx.x] * x[threadIdx.x];
  v = v * g.shfl(v, 2);
  y[threadIdx.x] = v;
}
double binary(const double *x) {
  return through(x, [](double *y, double *d) { bins<<<1, n>>>(y, d); });
}
int main() {
  CHECK(coalescing);
  CHECK(labelled);
  CHECK(binary);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
