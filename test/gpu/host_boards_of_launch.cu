// Launched kernels that keep addresses in the block's memory whose size the launch gives: two
// boards of it that change places in each step, three of two types with a variable of known size
// among them, one or the device's memory as the data chooses, from the end downwards. The two
// halves of the derivative are kernels that have this memory at places of their own. Compared as
// checked.h says.
#include "checked.h"
#include "swapping.h"

extern __shared__ double board[];
__global__ void swapping(double *y, const double *x, int steps) {
  swapBoards(board, board + n, y, x, steps);
}
/// Turns of three, a variable of known size among them, and rows of singles behind them.
__global__ void turning(double *y, const double *x, int steps) {
  __shared__ double fixed[n];
  double *a = board, *b = fixed, *c = board + n;
  float *singles = (float *)(board + 2 * n), *others = singles + n;
  int t = threadIdx.x;
  a[t] = x[t], b[t] = x[n - 1 - t], c[t] = 0;
  singles[t] = (float)x[t], others[t] = 0;
  __syncthreads();
  for (int k = 0; k < steps; ++k) {
    c[t] = a[(t + 3) % n] * b[t] + singles[(t + 1) % n];
    others[t] = singles[t] * singles[(t + 5) % n];
    __syncthreads();
    double *first = a;
    a = b, b = c, c = first;
    float *single = singles;
    singles = others, others = single;
  }
  y[t] = b[t] + others[t];
}
/// A board of the block, or of the device.
__global__ void choosing(double *y, const double *x, int steps) {
  int t = threadIdx.x;
  board[t] = x[t] * x[t];
  board[n + t] = x[t];
  __syncthreads();
  const double *from = board;
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    double read = from[(t + k) % n] * from[t];
    sum += read;
    from = read > .12 ? x : read < .02 ? board + n : board;
  }
  y[t] = sum;
}
/// From the end downwards.
__global__ void backwards(double *y, const double *x, int steps) {
  int t = threadIdx.x;
  board[t] = x[t];
  board[n + t] = x[t] * x[n - 1 - t];
  __syncthreads();
  double sum = 0;
  const double *at = board + 2 * n;
  for (int k = 0; k < steps; ++k) {
    sum += sin(at[-1]) * at[-1 - t / 2];
    at = k % 2 ? board + 2 * n : at - 1;
  }
  y[t] = sum;
}
/// The usual function that a template has for such memory, in a kernel that calls others.
template <typename T> __device__ T *memory() {
  extern __shared__ __attribute__((aligned(16))) char anything[];
  return reinterpret_cast<T *>(anything);
}
template <typename T> struct Pair {
  T *now, *next;
  __device__ void swap() {
    T *before = now;
    now = next;
    next = before;
  }
};
template <typename T> __device__ __noinline__ T smoothed(const T *row, int t) {
  return row[t] * row[(t + 1) % n] - row[(t + 2) % n] * row[(t + 2) % n];
}
template <typename T> __global__ void inPairs(double *y, const double *x, int steps) {
  Pair<T> pair{memory<T>(), memory<T>() + n};
  int t = threadIdx.x;
  pair.now[t] = (T)x[t];
  for (int k = 0; k < steps; ++k) {
    __syncthreads();
    pair.next[t] = smoothed(pair.now, t);
    pair.swap();
  }
  y[t] = pair.now[t];
}

template <typename Kernel>
double launched(const double *x, Kernel kernel, int steps, int bytes, int blocks) {
  double *in, *out, y[n], sum = 0;
  cudaMalloc(&in, sizeof y);
  cudaMalloc(&out, sizeof y);
  cudaMemcpy(in, x, sizeof y, cudaMemcpyHostToDevice);
  kernel<<<blocks, n, bytes>>>(out, in, steps);
  kernel<<<1, n, bytes>>>(in, out, 2);
  cudaMemcpy(y, in, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 5);
  cudaFree(in);
  cudaFree(out);
  return sum;
}
double bySwapping(const double *x) { return launched(x, swapping, 3, 2 * n * 8, 1); }
double byTurning(const double *x) { return launched(x, turning, 4, 2 * n * 8 + 2 * n * 4, 1); }
double byChoosing(const double *x) { return launched(x, choosing, 5, 2 * n * 8 + 4, 1); }
double byEnd(const double *x) { return launched(x, backwards, 7, 2 * n * 8, 1); }
double byPairs(const double *x) { return launched(x, inPairs<double>, 3, 2 * n * 8, 1); }
double bySinglePairs(const double *x) { return launched(x, inPairs<float>, 3, 2 * n * 4, 1); }

int main() {
  CHECK(bySwapping);
  CHECK(byTurning);
  CHECK(byChoosing);
  CHECK(byEnd);
  CHECK(byPairs);
  CHECK(bySinglePairs);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
