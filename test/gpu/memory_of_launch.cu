//! languages: cuda,hip
// Derivatives of functions and kernels that use `extern __shared__` arrays, whose size a launch
// says. Prints the number of differences.
#include "maps.h"

extern __shared__ double board[];

/// The same memory is written twice.
__device__ double throughBoard(double x) {
  board[threadIdx.x] = x * x;
  __syncthreads();
  double far = board[threads - 1 - threadIdx.x];
  __syncthreads();
  board[threadIdx.x] = far * far * x;
  __syncthreads();
  double y = board[(threadIdx.x + 5) % threads] * x;
  __syncthreads();
  return y;
}

/// A product of the block by halves.
__device__ double productOfBlock(double x) {
  board[threadIdx.x] = x;
  for (int half = threads / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      board[threadIdx.x] *= board[threadIdx.x + half];
  }
  __syncthreads();
  double y = board[0] * x;
  __syncthreads();
  return y;
}

/// The usual way to have one such array for templates, cut in two, with integers behind numbers,
/// and an array of known size beside it.
template <typename T> __device__ T *shared() {
  extern __shared__ __attribute__((aligned(16))) char anything[];
  return reinterpret_cast<T *>(anything);
}
__device__ double cut(double x) {
  __shared__ double fixed[threads];
  double *first = shared<double>(), *second = first + threads;
  int *order = reinterpret_cast<int *>(second + threads), i = threadIdx.x;
  order[i] = (i + 9) % threads;
  first[i] = x * x;
  fixed[i] = x;
  __syncthreads();
  second[i] = first[order[i]] * fixed[threads - 1 - i];
  __syncthreads();
  double y = second[order[i]] * x;
  __syncthreads();
  return y;
}

/// The array is handed on, and its address is kept in memory.
struct View {
  double *data;
  int count;
};
__device__ double sumOf(const View &view) {
  double sum = 0;
  for (int i = 0; i < view.count; ++i)
    sum += view.data[i] * view.data[view.count - 1 - i];
  return sum;
}
__device__ double handedOn(double x) {
  View view;
  view.data = board;
  view.count = threads;
  view.data[threadIdx.x] = sin(x);
  __syncthreads();
  double y = sumOf(view) * x;
  __syncthreads();
  return y;
}
/// Sums that many take in one place.
__device__ double added(double x) {
  if (threadIdx.x < 4)
    board[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&board[threadIdx.x % 4], x * x);
  __syncthreads();
  double y = board[(threadIdx.x + 1) % 4] * x;
  __syncthreads();
  return y;
}

TRY(throughBoard, 10, 1e-5)
TRY(productOfBlock, 20, 1e-5)
TRY(cut, 30, 1e-5)
TRY(handedOn, 40, 1e-5)
TRY(added, 50, 1e-5)

/// The kernel and the function use the same memory, which the kernel writes around the request;
/// there are other arrays in the file.
__device__ double ofIntegers(double x) {
  return reinterpret_cast<const int *>(board)[threadIdx.x] * x * x;
}
__global__ void tryIntegers() {
  int *own = reinterpret_cast<int *>(board), i = threadIdx.x;
  double x = start(i);
  own[i] = 7;
  double slope = __enzyme_autodiff<double>((void *)ofIntegers, x);
  own[i] = 8;
  report(slope, 14 * x, 1e-14, 70);
  report(own[i], 8, 1e-14, 71);
}

template <typename R, typename... A> __device__ R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_reverse(void *, A...);
__global__ void tryHalves() {
  double x = start(threadIdx.x), whole = __enzyme_autodiff<double>((void *)productOfBlock, x);
  __syncthreads();
  struct Kept {
    void *tape;
    double value;
  } kept = __enzyme_augmentfwd<Kept>((void *)productOfBlock, x);
  __syncthreads();
  report(__enzyme_reverse<double>((void *)productOfBlock, x, 1.0, kept.tape), whole, 1e-14, 60);
}

int main() {
  constexpr size_t bytes = threads * (2 * sizeof(double) + sizeof(int));
  try_throughBoard<<<2, threads, threads * sizeof(double)>>>();
  try_productOfBlock<<<2, threads, threads * sizeof(double)>>>();
  try_cut<<<2, threads, bytes>>>();
  try_handedOn<<<2, threads, bytes>>>();
  try_added<<<2, threads, 4 * sizeof(double)>>>();
  tryHalves<<<3, threads, threads * sizeof(double)>>>();
  tryIntegers<<<2, threads, threads * sizeof(int)>>>();
  CHECK(cudaDeviceSynchronize());
  int found;
  CHECK(cudaMemcpyFromSymbol(&found, differences, sizeof found));
  std::printf("%d differences\n", found);
  return found != 0;
}
