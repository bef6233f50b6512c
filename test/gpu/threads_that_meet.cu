//! languages: cuda
// Derivatives of functions in which the threads of a block wait for each other and share numbers:
// barriers with memory of the device and of the block, reductions, shuffles of all kinds, sums that
// many take in one place. Forward and reverse, one direction and two, are compared with each other
// and with differences. Prints the number of those that are not the same.
#include "maps.h"

// Each is a map of the numbers of all threads of a block to as many: thread i is given x[i], and
// gives y[i].

/// Each thread squares its own place, reads its neighbour's, and writes its own again.
__device__ void throughMemory(double *x) {
  int i = threadIdx.x;
  x[i] = x[i] * x[i];
  __syncthreads();
  double next = x[(i + 1) % threads];
  __syncthreads();
  x[i] = sin(next) * next;
}
/// The same memory of the block is written twice.
__device__ double throughBoard(double x) {
  __shared__ double board[threads];
  board[threadIdx.x] = x * x;
  __syncthreads();
  double far = board[threads - 1 - threadIdx.x];
  __syncthreads();
  board[threadIdx.x] = far * far * x;
  __syncthreads();
  return board[(threadIdx.x + 5) % threads] * x;
}
/// A sum of the block by halves; all threads read the result.
__device__ double sumOfBlock(double x) {
  __shared__ double part[threads];
  part[threadIdx.x] = x * x;
  for (int half = threads / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      part[threadIdx.x] += part[threadIdx.x + half];
  }
  __syncthreads();
  return part[0] * x;
}
/// Products as well: what is overwritten has to be known.
__device__ double productOfBlock(double x) {
  __shared__ double part[threads];
  part[threadIdx.x] = x;
  for (int half = threads / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      part[threadIdx.x] *= part[threadIdx.x + half];
  }
  __syncthreads();
  return part[0] * x;
}
/// Several steps with neighbours, in two boards that change places.
__device__ double steps(double x) {
  __shared__ double board[2][threads];
  int i = threadIdx.x;
  board[0][i] = x;
  __syncthreads();
#pragma clang loop unroll(disable)
  for (int step = 0; step < 4; ++step) {
    const double *now = board[step % 2];
    double left = now[(i + threads - 1) % threads], right = now[(i + 1) % threads];
    board[1 - step % 2][i] = now[i] + .1 * left * right;
    __syncthreads();
  }
  return board[0][i];
}
/// How many threads have a large number: a vote of the block.
__device__ double counted(double x) {
  int large = __syncthreads_count(x > 1);
  return x * x * large;
}
__device__ double shuffledDown(double x) {
  double s = x * x;
  for (int d = warp / 2; d; d /= 2)
    s += __shfl_down_sync(everyone, s, d);
  return s * x;
}
__device__ double shuffledUp(double x) {
  double s = x;
  for (int d = 1; d < warp; d *= 2) {
    double other = __shfl_up_sync(everyone, s, d);
    if (threadIdx.x % warp >= d)
      s = s * .5 + other * x;
  }
  return s;
}
__device__ double shuffledAcross(double x) {
  double s = x * x;
  for (int d = warp / 2; d; d /= 2)
    s += __shfl_xor_sync(everyone, s, d);
  return s * x;
}
__device__ double fromOne(double x) { return __shfl_sync(everyone, x * x, 7) * x; }
__device__ double fromOneOfEight(double x) { return __shfl_sync(everyone, x * x, 3, 8) * x; }
__device__ double fromAnyone(double x) {
  return __shfl_sync(everyone, x * x, (threadIdx.x * threadIdx.x + 3) % warp) * x;
}
__device__ double inParts(double x) {
  return __shfl_down_sync(everyone, x * x, 3, 8) + __shfl_up_sync(everyone, x, 2, 4) * x +
         __shfl_xor_sync(everyone, x * x, 9, 16) + __shfl_xor_sync(everyone, x * x * x, 8, 8);
}
/// The first half of each warp by itself, each thread another distance.
__device__ double half(double x) {
  if (threadIdx.x % warp >= warp / 2)
    return x;
  double y = __shfl_down_sync(0xffff, x * x, threadIdx.x % 3, 16);
  return y * x + __shfl_sync(0xffff, x * x, 5) + __shfl_up_sync(0xffff, x * x, 1);
}
__device__ double single(double x) {
  float s = float(x) * float(x);
  s += __shfl_xor_sync(everyone, s, 1);
  s += __shfl_down_sync(everyone, s, threadIdx.x % 5);
  return s;
}
__device__ double added(double x) {
  __shared__ double sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, x * x);
  __syncthreads();
  return sum * x;
}
__device__ double addedInBlock(double x) {
  __shared__ double sum[2];
  if (threadIdx.x < 2)
    sum[threadIdx.x] = x;
  __syncthreads();
  atomicAdd_block(&sum[threadIdx.x % 2], x * x);
  __syncthreads();
  return sum[threadIdx.x % 2] * x;
}
/// A counter tells each thread its place: integers that change atomically are kept.
__device__ double placed(double x) {
  __shared__ double board[threads];
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int place = atomicAdd(&count, 1);
  board[place] = x * x;
  __syncthreads();
  double sum = 0;
  for (int i = 0; i < threads; ++i)
    sum += board[i] * board[i];
  return sum;
}

__device__ double turn(double x, double *board, int by) {
  board[threadIdx.x] = x * x;
  __syncthreads();
  double y = board[(threadIdx.x + by) % threads];
  __syncthreads();
  return y * x;
}
__device__ double throughCallee(double x) {
  __shared__ double board[threads];
  double y = turn(x, board, 3);
  y = turn(y * x, board, 5);
  return y + turn(x, board, 7);
}
/// All threads of the block take the same way.
__device__ double conditioned(double x, int n) {
  __shared__ double board[threads];
  double y = x;
  for (int i = 0; i < 3; ++i)
    if (n > i) {
      board[threadIdx.x] = y * x;
      __syncthreads();
      y = board[threadIdx.x ^ 1] * y;
      __syncthreads();
    } else
      y = y * y * x;
  return y;
}
__device__ double conditioned2(double x) { return conditioned(x, 2); }
/// `restrict` speaks of one thread; a compiler may conclude from it that barriers change nothing.
template <typename Pointer> __device__ double squares(double x, Pointer board) {
  board[threadIdx.x] = x * x;
  __syncthreads();
  double y = board[threadIdx.x ^ 3];
  __syncthreads();
  board[threadIdx.x] = y * y;
  __syncthreads();
  return board[threadIdx.x ^ 1] * x * y;
}
__device__ double unrestricted(double x) {
  __shared__ double board[threads];
  return squares<double *>(x, board);
}
__device__ double restricted(double x) {
  __shared__ double board[threads];
  return squares<double *__restrict__>(x, board);
}
__device__ double warped(double x) {
  __shared__ double board[threads];
  board[threadIdx.x] = x * x;
  __syncwarp();
  double y = board[threadIdx.x ^ 1];
  __syncwarp();
  board[threadIdx.x] = y * x;
  __threadfence_block();
  __syncwarp();
  return board[threadIdx.x ^ 2];
}
/// One warp of the block by itself.
__device__ double someWarps(double x) {
  __shared__ double board[threads];
  double y = x * x;
  if (threadIdx.x < 32) {
    board[threadIdx.x] = y;
    __syncwarp();
    y = board[31 - threadIdx.x] * x;
  }
  return y;
}
struct Pair {
  double a;
  float b;
};
__device__ double structured(double x) {
  __shared__ Pair board[threads];
  board[threadIdx.x] = {x * x, float(3)};
  __syncthreads();
  Pair p = board[threadIdx.x ^ 5];
  return p.a * p.b * x;
}
// square: y = x² of the neighbour, by reverse mode inside

TRY(throughBoard, 10, 1e-5)
TRY(sumOfBlock, 20, 1e-5)
TRY(productOfBlock, 30, 1e-5)
TRY(steps, 40, 1e-5)
TRY(counted, 50, 1e-5)
TRY(shuffledDown, 60, 1e-5)
TRY(shuffledUp, 70, 1e-5)
TRY(shuffledAcross, 80, 1e-5)
TRY(fromOne, 90, 1e-5)
TRY(fromOneOfEight, 100, 1e-5)
TRY(fromAnyone, 110, 1e-5)
TRY(inParts, 120, 1e-5)
TRY(half, 130, 1e-5)
TRY(added, 150, 1e-5)
TRY(addedInBlock, 160, 1e-5)
TRY(placed, 170, 1e-5)

TRY(throughCallee, 180, 1e-5)
TRY(conditioned2, 190, 1e-5)
TRY(unrestricted, 200, 1e-5)
TRY(warped, 210, 1e-5)
TRY(someWarps, 220, 1e-5)
TRY(structured, 230, 1e-5)

__global__ void tryRestricted() {
  int i = threadIdx.x;
  double forward = __enzyme_fwddiff<double>((void *)unrestricted, start(i), direction(i));
  __syncthreads();
  report(__enzyme_fwddiff<double>((void *)restricted, start(i), direction(i)), forward, 1e-12, 241);
  __syncthreads();
  double reverse = __enzyme_autodiff<double>((void *)unrestricted, start(i));
  __syncthreads();
  report(__enzyme_autodiff<double>((void *)restricted, start(i)), reverse, 1e-12, 242);
}

/// Forward mode over reverse mode.
__device__ double slope(double x) { return __enzyme_autodiff<double>((void *)throughCallee, x); }
__global__ void trySecond() {
  int i = threadIdx.x;
  double x = start(i), v = direction(i), h = 1e-6;
  double curvature = __enzyme_fwddiff<double>((void *)slope, x, v);
  __syncthreads();
  double up = slope(x + h * v);
  __syncthreads();
  double down = slope(x - h * v);
  report(curvature, (up - down) / (2 * h), 1e-5, 251);
}

/// In single precision differences are of no use.
__global__ void trySingle() {
  __shared__ double byForward[threads], byReverse[threads];
  int i = threadIdx.x;
  byForward[i] = __enzyme_fwddiff<double>((void *)single, start(i), direction(i));
  byReverse[i] = direction(i) * __enzyme_autodiff<double>((void *)single, start(i));
  __syncthreads();
  if (i != 0)
    return;
  double forward = 0, reverse = 0;
  for (int j = 0; j < threads; ++j)
    forward += byForward[j], reverse += byReverse[j];
  report(reverse, forward, 1e-5, 141);
}

__global__ void throughMemoryForward(double *x, double *dx) {
  __enzyme_fwddiff<void>((void *)throughMemory, enzyme_dup, x, dx);
}
__global__ void throughMemoryReverse(double *x, double *dx) {
  __enzyme_autodiff<void>((void *)throughMemory, enzyme_dup, x, dx);
}

int main() {
  try_throughBoard<<<2, threads>>>();
  try_sumOfBlock<<<2, threads>>>();
  try_productOfBlock<<<2, threads>>>();
  try_steps<<<2, threads>>>();
  try_counted<<<2, threads>>>();
  try_shuffledDown<<<2, threads>>>();
  try_shuffledUp<<<2, threads>>>();
  try_shuffledAcross<<<2, threads>>>();
  try_fromOne<<<2, threads>>>();
  try_fromOneOfEight<<<2, threads>>>();
  try_fromAnyone<<<2, threads>>>();
  try_inParts<<<2, threads>>>();
  try_half<<<2, threads>>>();
  try_added<<<2, threads>>>();
  try_addedInBlock<<<2, threads>>>();
  try_placed<<<2, threads>>>();
  trySingle<<<2, threads>>>();
  try_throughCallee<<<2, threads>>>();
  try_conditioned2<<<2, threads>>>();
  try_unrestricted<<<2, threads>>>();
  try_warped<<<2, threads>>>();
  try_someWarps<<<2, threads>>>();
  try_structured<<<2, threads>>>();
  tryRestricted<<<2, threads>>>();
  trySecond<<<2, threads>>>();
  CHECK(cudaDeviceSynchronize());

  double x[threads], dx[threads], *onX, *onDx;
  int wrong = 0;
  CHECK(cudaMalloc(&onX, sizeof x));
  CHECK(cudaMalloc(&onDx, sizeof dx));
  for (int isForward = 0; isForward != 2; ++isForward) {
    for (int i = 0; i < threads; ++i)
      x[i] = .8 + .01 * i, dx[i] = 1 + .1 * i;
    CHECK(cudaMemcpy(onX, x, sizeof x, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(onDx, dx, sizeof dx, cudaMemcpyHostToDevice));
    if (isForward)
      throughMemoryForward<<<1, threads>>>(onX, onDx);
    else
      throughMemoryReverse<<<1, threads>>>(onX, onDx);
    CHECK(cudaMemcpy(dx, onDx, sizeof dx, cudaMemcpyDeviceToHost));
    for (int i = 0; i < threads; ++i) {
      // y[i] = g(x[j]²) with j = i + 1
      int j = isForward ? (i + 1) % threads : i,
          seeded = isForward ? j : (i + threads - 1) % threads;
      double square = x[j] * x[j],
             slope = (std::cos(square) * square + std::sin(square)) * 2 * x[j];
      double wanted = slope * (1 + .1 * seeded);
      if (std::fabs(dx[i] - wanted) > 1e-12 * (1 + std::fabs(wanted)))
        std::printf("memory, %d: %.17g for %.17g\n", i, dx[i], wanted), ++wrong;
    }
  }
  int onDevice;
  CHECK(cudaMemcpyFromSymbol(&onDevice, differences, sizeof onDevice));
  std::printf("%d differences\n", wrong + onDevice);
  return wrong + onDevice != 0;
}
