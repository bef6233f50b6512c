// The two halves of a derivative in two kernels: the first leaves each thread's tape in memory that
// the program gave, or on the device's heap, the second reads it. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const, enzyme_tape, enzyme_allocated, enzyme_nofree;
}
template <typename R, typename... A> __device__ R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_reverse(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    return 1;                                                                                      \
  }

struct Tape {
  double words[4];
};
/// One cell of a grid: reads its neighbours', and overwrites its own.
__device__ void cell(double *grid, const double *before, int i, int n) {
  double left = before[(i + n - 1) % n], right = before[(i + 1) % n];
  double flow = grid[i] * (left - right);
  grid[i] = flow * flow + .5 * sin(grid[i]);
}
__global__ void step(double *grid, const double *before, int n) {
  cell(grid, before, threadIdx.x + blockIdx.x * blockDim.x, n);
}
__global__ void augmented(double *grid, double *dGrid, const double *before, double *dBefore, int n,
                          Tape *tape) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_augmentfwd<void>((void *)cell, enzyme_allocated, sizeof(Tape), enzyme_tape, &tape[i],
                            enzyme_dup, grid, dGrid, enzyme_dup, before, dBefore, i, n);
}
__global__ void reversed(double *grid, double *dGrid, const double *before, double *dBefore, int n,
                         Tape *tape) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_reverse<void>((void *)cell, enzyme_allocated, sizeof(Tape), enzyme_tape, &tape[i],
                         enzyme_dup, grid, dGrid, enzyme_dup, before, dBefore, i, n);
}

/// Of a length that the run alone knows: such a tape leads to the device's heap.
__device__ double power(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = sin(s) * x + .1 * s * s;
  return s;
}
struct Kept {
  void *tape;
  double value;
};
__global__ void firstHalves(double *x, Kept *kept, void **fixed) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  kept[i] = __enzyme_augmentfwd<Kept>((void *)power, x[i], enzyme_const, i % 41);
  __enzyme_augmentfwd<double>((void *)power, enzyme_allocated, sizeof(void *), enzyme_tape,
                              &fixed[i], x[i], enzyme_const, i % 41);
}
__global__ void secondHalves(double *x, Kept *kept, void **fixed, double *wrong) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  double slope = __enzyme_fwddiff<double>((void *)power, x[i], 1., enzyme_const, i % 41);
  double once = __enzyme_reverse<double>((void *)power, enzyme_nofree, x[i], enzyme_const, i % 41,
                                         1., kept[i].tape);
  double again =
      __enzyme_reverse<double>((void *)power, x[i], enzyme_const, i % 41, 3., kept[i].tape);
  double ofFixed = __enzyme_reverse<double>((void *)power, enzyme_allocated, sizeof(void *),
                                            enzyme_tape, &fixed[i], x[i], enzyme_const, i % 41, 1.);
  wrong[i] = fabs(once - slope) + fabs(again - 3 * slope) + fabs(ofFixed - slope) +
             fabs(kept[i].value - power(x[i], i % 41));
}

int main() {
  const int blocks = 4, threads = 32, n = blocks * threads, count = 3;
  static double grids[count + 1][n], before[n], dGrid[n], dBefore[n], numbers[n];
  for (int i = 0; i < n; ++i)
    grids[0][i] = 1 + .01 * (i * 7 % 13), before[i] = .5 + .02 * (i * 5 % 11), dGrid[i] = 1;
  double *grid, *onBefore, *dOnGrid, *dOnBefore, *grid2, *grid3;
  Tape *tape;
  for (double **memory : {&grid, &onBefore, &dOnGrid, &dOnBefore, &grid2, &grid3})
    CHECK(cudaMalloc(memory, sizeof before));
  CHECK(cudaMalloc(&tape, count * n * sizeof(Tape)));
  CHECK(cudaMemcpy(grid, grids[0], sizeof before, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(onBefore, before, sizeof before, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dOnGrid, dGrid, sizeof before, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(dOnBefore, 0, sizeof before));
  for (int i = 0; i < count; ++i)
    augmented<<<blocks, threads>>>(grid, dOnGrid, onBefore, dOnBefore, n, tape + i * n);
  for (int i = count; i-- > 0;)
    reversed<<<blocks, threads>>>(grid, dOnGrid, onBefore, dOnBefore, n, tape + i * n);
  CHECK(cudaMemcpy(dGrid, dOnGrid, sizeof before, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(dBefore, dOnBefore, sizeof before, cudaMemcpyDeviceToHost));

  // By differences, of the sum of the grid after all steps.
  auto sum = [&](double *values, const double *others) {
    cudaMemcpy(grid2, values, sizeof before, cudaMemcpyHostToDevice);
    cudaMemcpy(grid3, others, sizeof before, cudaMemcpyHostToDevice);
    for (int i = 0; i < count; ++i)
      step<<<blocks, threads>>>(grid2, grid3, n);
    cudaMemcpy(numbers, grid2, sizeof before, cudaMemcpyDeviceToHost);
    double all = 0;
    for (double number : numbers)
      all += number;
    return all;
  };
  int wrong = 0;
  const double h = 1e-6;
  for (int i = 0; i < n; i += 7)
    for (auto [values, found] : {std::pair(grids[0], dGrid[i]), {before, dBefore[i]}}) {
      double old = values[i];
      values[i] = old + h;
      double more = sum(grids[0], before);
      values[i] = old - h;
      double less = sum(grids[0], before), wanted = (more - less) / (2 * h);
      values[i] = old;
      if (!(std::fabs(found - wanted) < 1e-6 * (1 + std::fabs(wanted))) && wrong++ < 8)
        std::printf("grid: %d: %.17g for %.17g\n", i, found, wanted);
    }

  Kept *kept;
  void **fixed;
  CHECK(cudaMalloc(&kept, n * sizeof(Kept)));
  CHECK(cudaMalloc(&fixed, n * sizeof(void *)));
  firstHalves<<<blocks, threads>>>(onBefore, kept, fixed);
  secondHalves<<<blocks, threads>>>(onBefore, kept, fixed, dOnGrid);
  CHECK(cudaMemcpy(dGrid, dOnGrid, sizeof before, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    if (!(dGrid[i] < 1e-10) && wrong++ < 8)
      std::printf("halves: %d: %g\n", i, dGrid[i]);
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
