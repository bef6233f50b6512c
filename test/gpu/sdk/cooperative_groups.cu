//! languages: cuda
// Kernels that speak of blocks and tiles by NVIDIA's cooperative groups, with its own headers: run
// with --sdk where these are installed. Tangents are compared with differences, gradients with
// tangents. Prints the number of differences.
#include "../checked.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;
constexpr int n = 64;

template <typename Kernel> double launched(Kernel kernel, const double *x) {
  double *in, *out, y[n], sum = 0;
  cudaMalloc(&in, n * sizeof(double));
  cudaMalloc(&out, n * sizeof(double));
  cudaMemcpy(in, x, n * sizeof(double), cudaMemcpyHostToDevice);
  kernel(out, in);
  cudaMemcpy(y, out, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}

__global__ void warps(double *y, const double *x) {
  __shared__ double sums[n / 32];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  double value = x[block.thread_rank()] * x[block.thread_rank()];
  for (int distance = 16; distance; distance /= 2)
    value += warp.shfl_down(value, distance);
  if (warp.thread_rank() == 0)
    sums[threadIdx.x / 32] = value;
  block.sync();
  y[threadIdx.x] = x[threadIdx.x] * sums[0] + sums[1];
}
double byWarps(const double *x) {
  return launched([](double *y, const double *in) { warps<<<1, n>>>(y, in); }, x);
}

__global__ void tiles(double *y, const double *x) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  double value = x[threadIdx.x];
  double sum = cg::reduce(tile, value * value, cg::plus<double>());
  float other = tile.shfl_xor((float)value, 3);
  y[threadIdx.x] = sum * value + other * tile.shfl(value, 2);
  tile.sync();
}
double byTiles(const double *x) {
  return launched([](double *y, const double *in) { tiles<<<1, n>>>(y, in); }, x);
}

__global__ void atomics(double *y, const double *x) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int number = block.group_index().x * block.size() + block.thread_rank();
  double value = x[number] * x[n - 1 - number];
  for (int distance = tile.size() / 2; distance; distance /= 2)
    value += tile.shfl_down(value, distance) * value;
  if (tile.thread_rank() == 0)
    atomicAdd(&y[tile.meta_group_rank()], value);
  else
    y[n / 8 + number - (number / 8 + 1)] = value;
}
double byAtomics(const double *x) {
  return launched(
      [](double *y, const double *in) {
        cudaMemset(y, 0, n * sizeof(double));
        atomics<<<2, n / 2>>>(y, in);
      },
      x);
}

/// A grid that does not wait for itself: threads ask it for their number.
__global__ void ofGrid(double *y, const double *x) {
  auto grid = cg::this_grid();
  for (unsigned i = grid.thread_rank(); i < n; i += grid.size())
    y[i] = x[i] * x[n - 1 - i];
}
double byGrid(const double *x) {
  return launched([](double *y, const double *in) { ofGrid<<<3, 7>>>(y, in); }, x);
}

int main() {
  CHECK(byGrid);
  CHECK(byWarps);
  CHECK(byTiles);
  CHECK(byAtomics);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
