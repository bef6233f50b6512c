// What a thread read in front of a barrier, and may read again behind it, or may not: memory that
// no thread writes, memory that another one writes behind the barrier, places of the thread's own,
// places for which threads compete. Each function is differentiated in a kernel by all its threads
// together, and through a launch by the host; gradients are compared with tangents, these with
// differences. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern int enzyme_dup;
}
template <typename R, typename... A> __host__ __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __host__ __device__ R __enzyme_fwddiff(void *, A...);

constexpr int threads = 32, n = threads, shared = 2 * threads * sizeof(double);
typedef void Map(double *, const double *);

/// Nothing writes x: it is read again.
__device__ void onlyRead(double *y, const double *x) {
  __shared__ double board[threads];
  int i = threadIdx.x;
  double a = x[i], b = x[(i + 3) % n];
  board[i] = a * b;
  __syncthreads();
  double c = board[(i + 1) % threads];
  __syncthreads();
  y[i] = c * a * sin(b) * x[i];
}
/// Another thread writes behind the barrier what was read in front of it.
__device__ void written(double *y, const double *x) {
  int i = threadIdx.x;
  y[i] = x[i] * x[i];
  __syncthreads();
  double other = y[(i + 1) % n];
  __syncthreads();
  y[i] = other * other * x[i];
}
/// So it does in the next iteration.
__device__ void writtenInLoop(double *y, const double *x) {
  __shared__ double tile[threads];
  int i = threadIdx.x;
  double sum = 0;
#pragma clang loop unroll(disable)
  for (int k = 0; k < 3; ++k) {
    tile[i] = x[(i + k) % n] * (k + 1);
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      sum += tile[(i + j) % threads] * tile[(i + 2 * j + 1) % threads] * x[i];
    __syncthreads();
  }
  y[i] = sum;
}
/// A thread's own place, with a barrier between, and with two.
__device__ void own(double *y, const double *x) {
  __shared__ double board[threads];
  int i = threadIdx.x;
  board[i] = x[i] * x[i];
  __syncthreads();
  double mine = board[i], next = board[(i + 1) % threads];
  __syncthreads();
  board[(i + 5) % threads] = mine * next;
  __syncthreads();
  y[i] = mine * board[i] * next;
}
/// Its place is another's before it reads it again.
__device__ void taken(double *y, const double *x) {
  __shared__ double board[threads];
  int i = threadIdx.x;
  board[i] = x[i];
  __syncthreads();
  double other = board[i ^ 1];
  __syncthreads();
  board[i ^ 1] = other * other * x[i];
  __syncthreads();
  y[i] = board[i] * other;
}
/// A thread writes beside what it read: that was another's.
__device__ void passedOn(double *y, const double *x) {
  __shared__ double board[threads + 2];
  int i = threadIdx.x;
  board[i] = x[i] * x[i];
  if (i < 2)
    board[threads + i] = x[i];
  __syncthreads();
  double a = board[i + 1];
  __syncthreads();
  board[i + 2] = 2 * x[i];
  __syncthreads();
  y[i] = a * a * board[i] * x[i];
}
/// The last one that writes has its way: a race whose end all threads see behind the barrier.
__device__ void elected(double *y, const double *x) {
  __shared__ int winner, ofFour[threads / 4];
  __shared__ double value;
  int i = threadIdx.x;
  winner = i;
  ofFour[i / 4] = i;
  __syncthreads();
  if (winner == i)
    value = x[0];
  __syncthreads();
  y[i] = value * value * (ofFour[i / 4] / 4 + 1) * x[i];
}
/// Under a condition that is the same for all.
__device__ void conditioned(double *y, const double *x) {
  __shared__ double board[threads];
  int i = threadIdx.x;
  board[i] = x[i] * x[i];
  double mine = board[i];
  if (x[0] > 0) {
    __syncthreads();
    double other = board[threads - 1 - i];
    __syncthreads();
    board[i] = other * mine;
  } else
    board[i] *= 2;
  __syncthreads();
  y[i] = board[i] * board[(i + 1) % threads] * mine;
}
/// Sums of which the number is read behind a barrier.
__device__ void summed(double *y, const double *x) {
  __shared__ double sum[2];
  int i = threadIdx.x;
  if (i < 2)
    sum[i] = x[i];
  __syncthreads();
  double before = sum[i % 2];
  __syncthreads();
  atomicAdd(&sum[i % 2], x[i] * x[i]);
  __syncthreads();
  y[i] = before * sum[i % 2] * x[i];
}
/// Warps exchange without a barrier.
__device__ void warped(double *y, const double *x) {
  __shared__ double board[threads];
  int i = threadIdx.x;
  board[i] = x[i] * x[i];
  __syncwarp();
  double a = board[i ^ 1];
  __syncwarp();
  board[i ^ 1] = a * x[i];
  __syncwarp();
  y[i] = a * board[i] * board[i ^ 2];
}
/// Two arrays in one piece of memory.
__device__ void pieces(double *y, const double *x) {
  extern __shared__ double memory[];
  double *first = memory, *second = memory + threads / 2;
  int i = threadIdx.x;
  first[i] = x[i] * x[i];
  __syncthreads();
  double a = first[i], b = first[(i + 7) % threads];
  __syncthreads();
  second[i] = a * b;
  __syncthreads();
  y[i] = a * first[i] * second[i] * b;
}
/// Names of one memory.
__device__ void names(double *y, const double *x) {
  extern __shared__ double memory[];
  extern __shared__ float words[];
  int i = threadIdx.x;
  memory[i] = x[i] * x[i];
  __syncthreads();
  double a = memory[i] * memory[(i + 1) % threads];
  __syncthreads();
  words[i] = i % 5 + 1;
  __syncthreads();
  y[i] = a * words[(i + 3) % threads] * x[i];
}
__device__ double first(const double *local, int k, double by) {
  __syncthreads();
  return local[k] * by;
}
/// Memory of a thread's own, which a function reads behind a barrier.
__device__ void local(double *y, const double *x) {
  __shared__ double board[threads];
  int i = threadIdx.x;
  double mine[4];
  for (int k = 0; k < 4; ++k)
    mine[k] = x[(i + k) % n] * x[i];
  board[i] = first(mine, i % 4, x[i]);
  double a = mine[(i + 1) % 4];
  __syncthreads();
  mine[(i + 1) % 4] = board[(i + 1) % threads];
  __syncthreads();
  y[i] = a * first(mine, (i + 1) % 4, a);
}
/// Some leave before it ends.
__device__ void someLeave(double *y, const double *x) {
  __shared__ double board[threads];
  int i = threadIdx.x;
  double a = x[i];
  board[i] = a * a;
  __syncthreads();
  y[i] = board[(i + 1) % threads];
  if (i % 3 == 0)
    return;
  for (int k = 0; k < i % 5; ++k)
    y[i] = y[i] * a + board[i];
}
/// The tile's values come from a table that other blocks read, too.
__device__ void folded(double *y, const double *x) {
  __shared__ double part[threads];
  int i = threadIdx.x;
  part[i] = x[i] * x[(i + 9) % n];
#pragma clang loop unroll(disable)
  for (int half = threads / 2; half; half /= 2) {
    __syncthreads();
    if (i < half)
      part[i] = part[i] * .5 + part[i + half] * x[half] * part[i];
  }
  __syncthreads();
  y[i] = part[0] * x[i];
}

/// Reads x in front of a barrier only: whoever calls it may write there at once.
__device__ double early(const double *x) {
  __shared__ double board[threads];
  int i = threadIdx.x;
  double a = x[i], b = x[(i + 1) % n];
  board[i] = sin(a) * a * b;
  __syncthreads();
  return board[(i + 2) % threads] * board[i];
}
__global__ void earlyForwards(double *y, double *x, double *dx) {
  y[threadIdx.x] = __enzyme_fwddiff<double>((void *)early, x, dx);
}
__global__ void earlyBackwards(double *x, double *dx) {
  __enzyme_autodiff<void>((void *)early, x, dx);
  x[(threadIdx.x + 1) % n] = 0. / 0;
}
/// What the block shares is read in front of a barrier, and not written again.
__device__ void shown(double *y, const double *x) {
  __shared__ double board[threads], next[threads];
  int i = threadIdx.x;
  board[i] = x[i] * x[i];
  __syncthreads();
  double a = board[(i + 1) % threads], b = board[(i + 2) % threads];
  next[i] = a * b;
  __syncthreads();
  double c = next[(i + 3) % threads] * a;
  __syncthreads();
  y[i] = c * c * b * next[(i + 4) % threads];
}
/// An address of it lies in memory.
__device__ void shownAndKept(double *y, const double *x) {
  __shared__ double board[threads], *place;
  int i = threadIdx.x;
  board[i] = x[i] * x[i];
  if (i == 0)
    place = board + (x[0] > 0);
  __syncthreads();
  double a = board[(i + 1) % threads];
  __syncthreads();
  if (i < threads / 2)
    place[i] = 3;
  __syncthreads();
  y[i] = a * a * board[i];
}

template <Map *F> __global__ void primal(double *y, const double *x) { F(y, x); }
template <Map *F> __global__ void restricted(double *__restrict__ y, const double *__restrict__ x) { F(y, x); }
template <Map *F> __global__ void forwards(double *y, double *dy, const double *x, const double *dx) {
  __enzyme_fwddiff<void>((void *)F, y, dy, x, dx);
}
template <Map *F> __global__ void backwards(double *y, double *dy, double *x, double *dx) {
  __enzyme_autodiff<void>((void *)F, y, dy, x, dx);
}

double *onDevice(const double *x) {
  double *memory;
  cudaMalloc(&memory, n * sizeof(double));
  cudaMemcpy(memory, x, n * sizeof(double), cudaMemcpyHostToDevice);
  return memory;
}
double weigh(double *y) {
  double values[n], sum = 0;
  cudaMemcpy(values, y, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(y);
  for (int i = 0; i < n; ++i)
    sum += values[i] * (1 + .25 * (i % 7));
  return sum;
}
template <Map *F> void launch(double *out, const double *in) { primal<F><<<1, threads, shared>>>(out, in); }
template <Map *F> void launchRestricted(double *out, const double *in) { restricted<F><<<1, threads, shared>>>(out, in); }
template <Map *Launch> double launched(const double *x) {
  double *in = onDevice(x), *out;
  cudaMalloc(&out, n * sizeof(double));
  Launch(out, in);
  cudaFree(in);
  return weigh(out);
}

int differences;
void compare(const char *what, const char *how, double found, double wanted, double tolerance) {
  if (std::fabs(found - wanted) <= tolerance * (1 + std::fabs(wanted)))
    return;
  ++differences;
  std::printf("%s %s: %.15g for %.15g\n", what, how, found, wanted);
}
template <Map *F> double inKernel(bool isForward, const double *x, const double *direction) {
  double *y = onDevice(x), *dy, *in = onDevice(x), *dIn, values[n], sum = 0;
  for (int i = 0; i < n; ++i)
    values[i] = isForward ? 0 : 1 + .25 * (i % 7);
  dy = onDevice(values);
  for (int i = 0; i < n; ++i)
    values[i] = isForward ? direction[i] : 0;
  dIn = onDevice(values);
  if (isForward)
    forwards<F><<<1, threads, shared>>>(y, dy, in, dIn);
  else
    backwards<F><<<1, threads, shared>>>(y, dy, in, dIn);
  cudaMemcpy(values, isForward ? dy : dIn, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    sum += values[i] * (isForward ? 1 + .25 * (i % 7) : direction[i]);
  for (double *memory : {y, dy, in, dIn})
    cudaFree(memory);
  return sum;
}
template <Map *F, Map *Launch> void check(const char *name) {
  double x[n], t[n], up[n], down[n], adjoint[n] = {}, dot = 0, h = 1e-6;
  for (int i = 0; i < n; ++i) {
    x[i] = .8 + .3 * std::sin(1.7 * i), t[i] = std::cos(.9 * i);
    up[i] = x[i] + h * t[i], down[i] = x[i] - h * t[i];
  }
  double difference = (launched<Launch>(up) - launched<Launch>(down)) / (2 * h);
  double tangent = __enzyme_fwddiff<double>((void *)launched<Launch>, enzyme_dup, x, t);
  __enzyme_autodiff<void>((void *)launched<Launch>, enzyme_dup, x, adjoint);
  for (int i = 0; i < n; ++i)
    dot += adjoint[i] * t[i];
  compare(name, "forward", tangent, difference, 1e-6);
  compare(name, "reverse", dot, tangent, 1e-11);
  compare(name, "forward in a kernel", inKernel<F>(true, x, t), tangent, 1e-11);
  compare(name, "reverse in a kernel", inKernel<F>(false, x, t), tangent, 1e-11);
}
/// Where the host's derivative is refused: its halves are two kernels.
template <Map *F> void checkInKernel(const char *name) {
  double x[n], t[n], up[n], down[n], h = 1e-6;
  for (int i = 0; i < n; ++i) {
    x[i] = .8 + .3 * std::sin(1.7 * i), t[i] = std::cos(.9 * i);
    up[i] = x[i] + h * t[i], down[i] = x[i] - h * t[i];
  }
  double tangent = inKernel<F>(true, x, t);
  compare(name, "forward in a kernel", tangent,
          (launched<launch<F>>(up) - launched<launch<F>>(down)) / (2 * h), 1e-6);
  compare(name, "reverse in a kernel", inKernel<F>(false, x, t), tangent, 1e-11);
}
void checkEarly() {
  double x[n], t[n], zero[n] = {}, values[n], tangent = 0, dot = 0;
  for (int i = 0; i < n; ++i)
    x[i] = .8 + .3 * std::sin(1.7 * i), t[i] = std::cos(.9 * i);
  double *in = onDevice(x), *dIn = onDevice(t), *out = onDevice(zero);
  earlyForwards<<<1, threads>>>(out, in, dIn);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  for (double value : values)
    tangent += value;
  earlyBackwards<<<1, threads>>>(in, out = onDevice(zero));
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    dot += values[i] * t[i];
  compare("early", "reverse in a kernel", dot, tangent, 1e-11);
}
#define CHECK(F) check<F, launch<F>>(#F);
/// `restrict` says of a kernel's parameter that no other leads there.
#define CHECK_RESTRICTED(F) check<F, launchRestricted<F>>(#F " restricted");

int main() {
#ifdef RACE
  CHECK(elected)
#else
  CHECK_RESTRICTED(onlyRead)
  CHECK_RESTRICTED(written)
  CHECK_RESTRICTED(writtenInLoop)
  CHECK(own)
  CHECK(taken)
  CHECK(passedOn)
  CHECK(conditioned)
  CHECK(summed)
  CHECK(warped)
  CHECK(pieces)
  CHECK(names)
  CHECK(local)
  CHECK(someLeave)
  CHECK(folded)
  CHECK(shown)
  checkInKernel<shownAndKept>("shownAndKept");
  checkEarly();
#endif
  std::printf("%d differences\n", differences);
  return differences != 0;
}
