// A step of a lattice Boltzmann method with 19 velocities in three dimensions, as it is published:
// populations stream in from the neighbours of a cell, and relax to equilibrium. Each thread has a
// cell, gathers from places that other threads read, too, and differentiates its own work; the
// gradient of a weighted sum of all populations after the step by those before it is compared with
// forward mode and differences. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    return 1;                                                                                      \
  }

constexpr int side = 8, cells = side * side * side, speeds = 19, populations = cells * speeds, block = 64;
__constant__ int velocity[speeds][3] = {
    {0, 0, 0},  {1, 0, 0},   {-1, 0, 0},  {0, 1, 0},  {0, -1, 0}, {0, 0, 1},   {0, 0, -1},
    {1, 1, 0},  {-1, -1, 0}, {1, -1, 0},  {-1, 1, 0}, {1, 0, 1},  {-1, 0, -1}, {1, 0, -1},
    {-1, 0, 1}, {0, 1, 1},   {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};
__constant__ double share[speeds] = {1. / 3,  1. / 18, 1. / 18, 1. / 18, 1. / 18, 1. / 18, 1. / 18,
                                     1. / 36, 1. / 36, 1. / 36, 1. / 36, 1. / 36, 1. / 36, 1. / 36,
                                     1. / 36, 1. / 36, 1. / 36, 1. / 36, 1. / 36};

__device__ int wrapped(int i) { return (i + side) % side; }

/// One cell: populations are stored by velocity, then by cell. `solid` says where walls are, which
/// send back what arrives.
__device__ void step(const double *from, double *to, const unsigned char *solid, int cell) {
  int x = cell % side, y = cell / side % side, z = cell / side / side;
  double here[speeds], density = 0, u[3] = {0, 0, 0};
  for (int s = 0; s < speeds; ++s) {
    int source = wrapped(x - velocity[s][0]) +
                 side * (wrapped(y - velocity[s][1]) + side * wrapped(z - velocity[s][2]));
    here[s] = from[s * cells + source];
    density += here[s];
    for (int d = 0; d < 3; ++d)
      u[d] += velocity[s][d] * here[s];
  }
  if (solid[cell]) {
    for (int s = 0; s < speeds; ++s)
      to[s * cells + cell] = here[s == 0 ? 0 : s % 2 ? s + 1 : s - 1];
    return;
  }
  const double omega = 1.7;
  double square = 0;
  for (int d = 0; d < 3; ++d)
    u[d] /= density, square += u[d] * u[d];
  for (int s = 0; s < speeds; ++s) {
    double along = velocity[s][0] * u[0] + velocity[s][1] * u[1] + velocity[s][2] * u[2];
    double rest = share[s] * density * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
    to[s * cells + cell] = here[s] + omega * (rest - here[s]);
  }
}

__global__ void primal(const double *from, double *to, const unsigned char *solid) {
  step(from, to, solid, threadIdx.x + blockIdx.x * blockDim.x);
}
__global__ void forward(const double *from, const double *dFrom, double *to, double *dTo,
                        const unsigned char *solid) {
  int cell = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_fwddiff<void>((void *)step, enzyme_dup, from, dFrom, enzyme_dup, to, dTo, enzyme_const,
                         solid, enzyme_const, cell);
}
__global__ void reverse(const double *from, double *dFrom, double *to, double *dTo,
                        const unsigned char *solid) {
  int cell = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)step, enzyme_dup, from, dFrom, enzyme_dup, to, dTo, enzyme_const,
                          solid, enzyme_const, cell);
}

static double start(int i) { return .05 + .001 * (i * 29 % 17); }
static double direction(int i) { return .5 - .125 * (i * 13 % 9); }
static double weight(int i) { return 1 + .25 * (i * 7 % 11); }

int main() {
  static double from[populations], dFrom[populations], to[populations], up[populations], down[populations];
  static unsigned char solid[cells];
  double *onFrom, *onDFrom, *onTo, *onDTo;
  unsigned char *onSolid;
  for (double **memory : {&onFrom, &onDFrom, &onTo, &onDTo})
    CHECK(cudaMalloc(memory, sizeof from));
  CHECK(cudaMalloc(&onSolid, sizeof solid));
  for (int i = 0; i < cells; ++i)
    solid[i] = i % 23 == 0;
  CHECK(cudaMemcpy(onSolid, solid, sizeof solid, cudaMemcpyHostToDevice));
  const double h = 1e-6;
  for (double sign : {1., -1.}) {
    for (int i = 0; i < populations; ++i)
      from[i] = start(i) + sign * h * direction(i);
    CHECK(cudaMemcpy(onFrom, from, sizeof from, cudaMemcpyHostToDevice));
    primal<<<cells / block, block>>>(onFrom, onTo, onSolid);
    CHECK(cudaMemcpy(sign > 0 ? up : down, onTo, sizeof to, cudaMemcpyDeviceToHost));
  }
  for (int i = 0; i < populations; ++i)
    from[i] = start(i), dFrom[i] = direction(i);
  CHECK(cudaMemcpy(onFrom, from, sizeof from, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(onDFrom, dFrom, sizeof dFrom, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(onDTo, 0, sizeof from));
  forward<<<cells / block, block>>>(onFrom, onDFrom, onTo, onDTo, onSolid);
  CHECK(cudaMemcpy(to, onDTo, sizeof to, cudaMemcpyDeviceToHost));
  int wrong = 0;
  double byForward = 0, byReverse = 0;
  for (int i = 0; i < populations; ++i) {
    double wanted = (up[i] - down[i]) / (2 * h);
    byForward += weight(i) * to[i];
    if (std::fabs(to[i] - wanted) > 1e-6 * (1 + std::fabs(wanted)) && ++wrong < 8)
      std::printf("forward, %d: %.15g for %.15g\n", i, to[i], wanted);
  }
  for (int i = 0; i < populations; ++i)
    to[i] = weight(i);
  CHECK(cudaMemcpy(onDTo, to, sizeof to, cudaMemcpyHostToDevice));
  CHECK(cudaMemset(onDFrom, 0, sizeof from));
  reverse<<<cells / block, block>>>(onFrom, onDFrom, onTo, onDTo, onSolid);
  CHECK(cudaMemcpy(dFrom, onDFrom, sizeof dFrom, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(to, onDTo, sizeof to, cudaMemcpyDeviceToHost));
  for (int i = 0; i < populations; ++i)
    byReverse += dFrom[i] * direction(i), wrong += to[i] != 0;
  if (std::fabs(byReverse - byForward) > 1e-11 * std::fabs(byForward))
    std::printf("reverse: %.15g for %.15g\n", byReverse, byForward), ++wrong;
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
