// A step in time whose derivative the program writes itself, by kernels of its own that ask for the
// two halves in each thread, and registers for the function that launches the step: relaxation on
// a lattice with streams in nine directions. The host's function with the loop in time is
// differentiated by that rule, and by launches; both must be the same, and near differences.
#include "checked.h"

extern "C" {
extern __device__ int enzyme_tape, enzyme_allocated;
}
constexpr int width = 4, height = 3, cells = width * height, directions = 9, n = cells * directions;

/// Populations stream in from the neighbours, and relax to their equilibrium.
__device__ void relax(double *to, const double *from, int cell) {
  const int dx[directions] = {0, 1, -1, 0, 0, 1, -1, 1, -1},
            dy[directions] = {0, 0, 0, 1, -1, 1, -1, -1, 1};
  const double weight[directions] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                                     1. / 36, 1. / 36, 1. / 36, 1. / 36};
  double f[directions], density = 0, ux = 0, uy = 0;
  for (int k = 0; k < directions; ++k) {
    int x = (cell % width - dx[k] + width) % width, y = (cell / width - dy[k] + height) % height;
    f[k] = from[(x + width * y) * directions + k];
    density += f[k];
    ux += f[k] * dx[k];
    uy += f[k] * dy[k];
  }
  ux /= density;
  uy /= density;
  for (int k = 0; k < directions; ++k) {
    double along = 3 * (ux * dx[k] + uy * dy[k]);
    double equilibrium =
        weight[k] * density * (1 + along + along * along / 2 - 1.5 * (ux * ux + uy * uy));
    to[cell * directions + k] = f[k] + .6 * (equilibrium - f[k]);
  }
}
__global__ void step(double *to, const double *from) {
  int cell = threadIdx.x + blockIdx.x * blockDim.x;
  if (cell < cells)
    relax(to, from, cell);
}

/// More than a thread keeps.
struct Tape {
  double words[64];
};
template <typename R, typename... A> __device__ R __enzyme_augmentfwd_on_device(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_reverse_on_device(void *, A...);
__global__ void augmented(double *to, double *dTo, const double *from, double *dFrom, Tape *tapes) {
  int cell = threadIdx.x + blockIdx.x * blockDim.x;
  if (cell < cells)
    __enzyme_augmentfwd_on_device<void>((void *)relax, enzyme_allocated, sizeof(Tape), enzyme_tape,
                                        &tapes[cell], to, dTo, from, dFrom, cell);
}
__global__ void reversed(double *to, double *dTo, const double *from, double *dFrom, Tape *tapes) {
  int cell = threadIdx.x + blockIdx.x * blockDim.x;
  if (cell < cells)
    __enzyme_reverse_on_device<void>((void *)relax, enzyme_allocated, sizeof(Tape), enzyme_tape,
                                     &tapes[cell], to, dTo, from, dFrom, cell);
}

constexpr int block = 5, blocks = (cells + block - 1) / block;
int rulesUsed;
void byRule(double *to, const double *from) { step<<<blocks, block>>>(to, from); }
void *byRuleAugmented(double *to, double *dTo, const double *from, double *dFrom) {
  Tape *tapes;
  cudaMalloc(&tapes, cells * sizeof(Tape));
  augmented<<<blocks, block>>>(to, dTo, from, dFrom, tapes);
  ++rulesUsed;
  return tapes;
}
void byRuleReversed(double *to, double *dTo, const double *from, double *dFrom, void *tapes) {
  reversed<<<blocks, block>>>(to, dTo, from, dFrom, (Tape *)tapes);
  cudaFree(tapes);
}
void *__enzyme_register_gradient_byRule[] = {(void *)byRule, (void *)byRuleAugmented,
                                             (void *)byRuleReversed};
void byLaunch(double *to, const double *from) { step<<<blocks, block>>>(to, from); }

template <void (*advance)(double *, const double *)> double flow(const double *x) {
  double *from, *to, y[n], sum = 0;
  cudaMalloc(&from, n * sizeof(double));
  cudaMalloc(&to, n * sizeof(double));
  cudaMemcpy(from, x, n * sizeof(double), cudaMemcpyHostToDevice);
  for (int time = 0; time < 4; ++time) {
    advance(to, from);
    double *last = from;
    from = to;
    to = last;
  }
  cudaMemcpy(y, from, n * sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(from);
  cudaFree(to);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}

int main() {
  CHECK(flow<byLaunch>);
  double x[n], one[n] = {}, other[n] = {};
  for (int i = 0; i < n; ++i)
    x[i] = .1 + .01 * (i % 7) + .002 * (i % 5);
  __enzyme_autodiff<void>((void *)flow<byLaunch>, enzyme_dup, x, one);
  __enzyme_autodiff<void>((void *)flow<byRule>, enzyme_dup, x, other);
  for (int i = 0; i < n; ++i)
    if (!isNear(other[i], one[i], 1e-12))
      std::printf("%d: by the rule %g, by launches %g\n", i, other[i], one[i]), ++differences;
  if (rulesUsed != 4)
    std::printf("the rule was used %d times\n", rulesUsed), ++differences;
  std::printf("%d differences\n", differences);
  return differences != 0;
}
