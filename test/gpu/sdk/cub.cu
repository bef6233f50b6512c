//! languages: cuda
// Blocks and warps that add and scan by NVIDIA's cub, with its own headers, which exchange numbers by
// assembly: whole warps and parts of them, blocks of a part of a warp, some threads without a number,
// all ways of a block's sum; numbers that change places on the way from memory and back. Compared as
// checked.h says.
#include "../checked.h"
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

constexpr int n = 64;

template <int width, typename T> __global__ void warps(double *y, const double *x) {
  typedef cub::WarpReduce<T, width> Reduce;
  typedef cub::WarpScan<T, width> Scan;
  __shared__ typename Reduce::TempStorage sums[n / width];
  __shared__ typename Scan::TempStorage scans[n / width];
  int i = threadIdx.x, part = i / width;
  T v = x[i], scanned;
  T sum = Reduce(sums[part]).Sum(v * v);
  __syncwarp();
  T some = Reduce(sums[part]).Sum(v * v * v, 3 + part % 4);
  Scan(scans[part]).ExclusiveSum(v, scanned);
  y[i] = scanned * v + (i % width == 0 ? sum + 2 * some : 0);
}
template <int threads, cub::BlockReduceAlgorithm how, typename T>
__global__ void blocks(double *y, const double *x) {
  typedef cub::BlockReduce<T, threads, how> Reduce;
  __shared__ typename Reduce::TempStorage storage;
  int i = threadIdx.x;
  T v = x[i];
  T sum = Reduce(storage).Sum(v * v);
  __syncthreads();
  T some = Reduce(storage).Sum(v * x[0], threads - 7);
  if (i == 0)
    y[0] = sum, y[1] = some;
}
template <cub::BlockScanAlgorithm how> __global__ void scans(double *y, const double *x) {
  typedef cub::BlockScan<double, n, how> Scan;
  __shared__ typename Scan::TempStorage storage;
  double scanned, whole;
  Scan(storage).InclusiveSum(x[threadIdx.x] * x[threadIdx.x], scanned, whole);
  y[threadIdx.x] = scanned * (threadIdx.x % 2 ? whole : x[threadIdx.x]);
}
__global__ void turned(double *y, const double *x) {
  typedef cub::BlockLoad<double, 16, 4, cub::BLOCK_LOAD_TRANSPOSE> Load;
  typedef cub::BlockStore<double, 16, 4, cub::BLOCK_STORE_TRANSPOSE> Store;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  double v[4];
  Load(storage.load).Load(x, v);
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    v[i] *= v[i] * v[(i + 1) % 4];
  Store(storage.store).Store(y, v);
}

double byWarps(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { warps<32, double><<<1, n>>>(y, in); });
}
double byParts(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { warps<8, float><<<1, n>>>(y, in); });
}
double byBlock(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) {
    blocks<n, cub::BLOCK_REDUCE_WARP_REDUCTIONS, double><<<1, n>>>(y, in);
  });
}
double byRakes(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) {
    blocks<48, cub::BLOCK_REDUCE_RAKING, float><<<1, 48>>>(y, in);
  });
}
double byScans(const double *x) {
  return throughDevice<n>(
      x, [](double *y, const double *in) { scans<cub::BLOCK_SCAN_WARP_SCANS><<<1, n>>>(y, in); });
}
double byTurns(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { turned<<<1, 16>>>(y, in); });
}

int main() {
  CHECK(byWarps);
  CHECK(byParts);
  CHECK(byBlock);
  CHECK(byRakes);
  CHECK(byScans);
  CHECK(byTurns);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
