// Derivatives of functions that exchange numbers within a warp, of 32 threads or of 64 (HIP, where
// all shuffles are permutations): sums and scans, all threads at one distance or each at its own,
// in parts of the warp, by some of its threads only, doubles and floats, and in two halves. Prints
// the number of derivatives that are not the same by forward mode, reverse mode and differences.
#include "maps.h"
template <typename R, typename... A> __device__ R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_reverse(void *, A...);

__device__ double sumDown(double x) {
  double s = x * x;
  for (int d = warp / 2; d; d /= 2)
    s += __shfl_down_sync(everyone, s, d, warp);
  return s * x;
}
__device__ double scan(double x) {
  double s = x;
  for (int d = 1; d < warp; d *= 2) {
    double other = __shfl_up_sync(everyone, s, d, warp);
    if (threadIdx.x % warp >= d)
      s = s * .5 + other * x;
  }
  return s;
}
__device__ double sumAcross(double x) {
  double s = x * x;
#pragma clang loop unroll(disable)
  for (int d = warp / 2; d; d /= 2)
    s += __shfl_xor_sync(everyone, s, d);
  return s * x;
}
__device__ double fromOne(double x) { return __shfl_sync(everyone, x * x, 7) * x; }
__device__ double fromOneOfEight(double x) { return __shfl_sync(everyone, x * x, 3, 8) * x; }
__device__ double fromAnyone(double x) {
  return __shfl_sync(everyone, x * x, (threadIdx.x * threadIdx.x + 3) % warp) * x;
}
/// A rotation: threads at both ends go another distance than the others.
__device__ double around(double x) {
  return __shfl_sync(everyone, x * x, (threadIdx.x + 5) % warp, warp) * x;
}
__device__ double fromItself(double x) { return __shfl_xor_sync(everyone, x * x, 0) * x; }
__device__ double inParts(double x) {
  return __shfl_down_sync(everyone, x * x, 3, 8) + __shfl_up_sync(everyone, x, 2, 4) * x +
         __shfl_xor_sync(everyone, x * x, 9, 16) + __shfl_xor_sync(everyone, x * x * x, 8, 8);
}
/// The first half of each warp by itself, each thread another distance.
__device__ double half(double x) {
  if (threadIdx.x % warp >= warp / 2)
    return x;
  double y = __shfl_down_sync(0xffff, x * x, threadIdx.x % 3, 16);
  return y * x + __shfl_sync(0xffff, x * x, 5, 16) + __shfl_up_sync(0xffff, x * x, 1, 16) * x;
}
__device__ double twoKinds(double x) {
  double y = x * x;
  if (threadIdx.x % warp < 8)
    y = __shfl_xor_sync(0xff, y, 3, 8) * x;
  return y + __shfl_down_sync(everyone, y, 1, warp);
}
__device__ float inFloats(float x) {
  float s = x * x;
  s += __shfl_xor_sync(everyone, s, 1);
  s += __shfl_down_sync(everyone, s, threadIdx.x % 5, warp);
  return s;
}
__device__ double weightedFloats(float x, double w) { return w * inFloats(x); }
/// Integers that are exchanged say where numbers come from.
__device__ double byNumber(double x) {
  int from = __shfl_down_sync(everyone, int(threadIdx.x * 7 % warp), 2, warp);
  return __shfl_sync(everyone, x * x, from, warp) * x;
}

TRY(sumDown, 100, 1e-8)
TRY(scan, 200, 1e-8)
TRY(sumAcross, 300, 1e-8)
TRY(fromOne, 400, 1e-8)
TRY(fromOneOfEight, 500, 1e-8)
TRY(fromAnyone, 600, 1e-8)
TRY(around, 700, 1e-8)
TRY(fromItself, 800, 1e-8)
TRY(inParts, 900, 1e-8)
TRY(half, 1000, 1e-8)
TRY(twoKinds, 1100, 1e-8)
TRY(byNumber, 1200, 1e-8)

__global__ void tryFloats() {
  __shared__ double forward[threads], reverse[threads];
  int i = threadIdx.x;
  forward[i] =
      weight(i) * __enzyme_fwddiff<float>((void *)inFloats, float(start(i)), float(direction(i)));
  reverse[i] = direction(i) * __enzyme_autodiff<float>((void *)weightedFloats, float(start(i)),
                                                       enzyme_const, weight(i));
  __syncthreads();
  if (i != 0)
    return;
  double byForward = 0, byReverse = 0;
  for (int j = 0; j < threads; ++j)
    byForward += forward[j], byReverse += reverse[j];
  report(byReverse, byForward, 1e-5, 1300);
  report(byForward, 0, 1e9, 1301); // it is a number
}

struct Kept {
  void *tape;
  double value;
};
/// The two halves apart, against reverse mode at once.
__global__ void tryHalves() {
  int i = threadIdx.x;
  double x = start(i);
  Kept kept = __enzyme_augmentfwd<Kept>((void *)sumAcross, x);
  double slope = __enzyme_reverse<double>((void *)sumAcross, x, weight(i), kept.tape);
  double wanted = __enzyme_autodiff<double>((void *)weighted_sumAcross, x, enzyme_const, weight(i));
  report(slope, wanted, 1e-12, 1400);
  report(kept.value, sumAcross(x), 1e-12, 1401);
}

int main() {
  try_sumDown<<<2, threads>>>();
  try_scan<<<2, threads>>>();
  try_sumAcross<<<2, threads>>>();
  try_fromOne<<<2, threads>>>();
  try_fromOneOfEight<<<2, threads>>>();
  try_fromAnyone<<<2, threads>>>();
  try_around<<<2, threads>>>();
  try_fromItself<<<2, threads>>>();
  try_inParts<<<2, threads>>>();
  try_half<<<2, threads>>>();
  try_twoKinds<<<2, threads>>>();
  try_byNumber<<<2, threads>>>();
  tryFloats<<<2, threads>>>();
  tryHalves<<<2, threads>>>();
  CHECK(cudaDeviceSynchronize());
  int wrong;
  CHECK(cudaMemcpyFromSymbol(&wrong, differences, sizeof wrong));
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
