// Kernels as programs have them, launched by host functions of which gradients are asked: a product
// of matrices by tiles, a reduction by shuffles, time steps of a stencil with halos, the volume
// kernel of a discontinuous Galerkin method, and the forces of a hydrodynamics code on unstructured
// hexahedra. Tangents are compared with differences, gradients with tangents. Prints the number of
// differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern int enzyme_dup;
}
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);

int differences;

/// Memory of the device with a copy of the host's.
double *onDevice(const double *x, int count) {
  double *memory;
  cudaMalloc(&memory, count * sizeof(double));
  cudaMemcpy(memory, x, count * sizeof(double), cudaMemcpyHostToDevice);
  return memory;
}
/// The sum of squares and the values themselves, with weights that are not all the same.
double measure(double *memory, int count) {
  double values[1024], sum = 0;
  cudaMemcpy(values, memory, count * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i)
    sum += (values[i] * values[i] + values[i]) * (1 + i % 5) / count;
  cudaFree(memory);
  return sum;
}

//===-- C = A B by tiles ------------------------------------------------------===//

constexpr int tile = 8, rowsA = 13, inner = 19, columnsB = 11;
__global__ void multiply(double *c, const double *__restrict__ a, const double *__restrict__ b) {
  __shared__ double ofA[tile][tile], ofB[tile][tile + 1];
  int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < inner; k += tile) {
    int across = k + threadIdx.x, down = k + threadIdx.y;
    ofA[threadIdx.y][threadIdx.x] = row < rowsA && across < inner ? a[row * inner + across] : 0;
    ofB[threadIdx.y][threadIdx.x] =
        down < inner && column < columnsB ? b[down * columnsB + column] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i)
      sum += ofA[threadIdx.y][i] * ofB[i][threadIdx.x];
    __syncthreads();
  }
  if (row < rowsA && column < columnsB)
    c[row * columnsB + column] = sum;
}
double product(const double *x) {
  double *a = onDevice(x, rowsA * inner), *b = onDevice(x + rowsA * inner, inner * columnsB), *c;
  cudaMalloc(&c, rowsA * columnsB * sizeof(double));
  dim3 blocks((columnsB + tile - 1) / tile, (rowsA + tile - 1) / tile), threads(tile, tile);
  multiply<<<blocks, threads>>>(c, a, b);
  cudaFree(a);
  cudaFree(b);
  return measure(c, rowsA * columnsB);
}

//===-- a sum over all --------------------------------------------------------===//

__global__ void reduce(double *result, const double *x, int n) {
  __shared__ double ofWarps[8];
  double sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += sin(x[i]) * x[i];
  for (int d = warpSize / 2; d; d /= 2)
    sum += __shfl_down_sync(~0u, sum, d);
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0)
    ofWarps[warp] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    double ofBlock = 0;
    for (int i = 0; i < blockDim.x / warpSize; ++i)
      ofBlock += ofWarps[i];
    atomicAdd(result, ofBlock * ofBlock);
  }
}
double reduction(const double *x) {
  double *numbers = onDevice(x, 400), *result;
  cudaMalloc(&result, sizeof(double));
  cudaMemset(result, 0, sizeof(double));
  reduce<<<2, 128>>>(result, numbers, 400);
  cudaFree(numbers);
  return measure(result, 1);
}

//===-- steps in time ---------------------------------------------------------===//

constexpr int side = 12;
__global__ void diffuse(double *to, const double *from, double speed) {
  __shared__ double halo[8 + 2][8 + 2];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  auto at = [&](int i, int j) { return from[(j + side) % side * side + (i + side) % side]; };
  int i = threadIdx.x + 1, j = threadIdx.y + 1;
  halo[j][i] = at(x, y);
  if (i == 1)
    halo[j][0] = at(x - 1, y), halo[j][9] = at(x + 8, y);
  if (j == 1)
    halo[0][i] = at(x, y - 1), halo[9][i] = at(x, y + 8);
  __syncthreads();
  if (x >= side || y >= side)
    return;
  double middle = halo[j][i], right = x + 1 < side ? halo[j][i + 1] : at(0, y),
         below = y + 1 < side ? halo[j + 1][i] : at(x, 0);
  to[y * side + x] = middle +
                     speed * (halo[j][i - 1] + right + halo[j - 1][i] + below - 4 * middle) -
                     speed * middle * middle * middle;
}
double diffusion(const double *x) {
  double *now = onDevice(x, side * side), *next;
  cudaMalloc(&next, side * side * sizeof(double));
  for (int step = 0; step < 5; ++step) {
    diffuse<<<dim3(2, 2), dim3(8, 8)>>>(next, now, x[side * side] / 10);
    double *other = now;
    now = next, next = other;
  }
  cudaFree(next);
  return measure(now, side * side);
}

//===-- the volume terms of a discontinuous Galerkin method --------------------===//

constexpr int nodes = 5, elements = 6;
__constant__ double slopes[nodes][nodes];
__global__ void volume(double *rate, const double *state, const double *metric) {
  __shared__ double flux[2][nodes][nodes];
  int e = blockIdx.x, i = threadIdx.x, j = threadIdx.y, at = (e * nodes + j) * nodes + i;
  double density = state[at], momentum = state[at + elements * nodes * nodes];
  double velocity = momentum / density, pressure = pow(density, 1.4);
  flux[0][j][i] = metric[e] * (momentum * velocity + pressure);
  flux[1][j][i] = metric[e] * sqrt(pressure / density) * velocity;
  __syncthreads();
  double sum = 0;
#pragma unroll
  for (int k = 0; k < nodes; ++k)
    sum += slopes[i][k] * flux[0][j][k] + slopes[j][k] * flux[1][k][i];
  rate[at] = sum;
}
double galerkin(const double *x) {
  constexpr int all = elements * nodes * nodes;
  double table[nodes][nodes], *rate;
  for (int i = 0; i < nodes; ++i)
    for (int k = 0; k < nodes; ++k)
      table[i][k] = std::cos(1. + i * nodes + k);
  cudaMemcpyToSymbol(slopes, table, sizeof table);
  double *state = onDevice(x, 2 * all), *metric = onDevice(x + 2 * all, elements);
  cudaMalloc(&rate, all * sizeof(double));
  volume<<<elements, dim3(nodes, nodes)>>>(rate, state, metric);
  cudaFree(state);
  cudaFree(metric);
  return measure(rate, all);
}

//===-- forces on the corners of hexahedra -------------------------------------===//

struct Point {
  double x, y, z;
};
__device__ Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__device__ double triple(Point a, Point b, Point c) {
  return a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) +
         a.z * (b.x * c.y - b.y * c.x);
}
constexpr int cells = 20, points = 45;
__global__ void push(Point *force, const Point *position, const double *energy,
                     const int *corners) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= cells)
    return;
  Point p[8];
  double arm[8];
  for (int k = 0; k < 8; ++k)
    p[k] = position[corners[cell * 8 + k]];
  double size = (triple(p[6] - p[0], p[1] - p[0], p[2] - p[5]) +
                 triple(p[6] - p[0], p[4] - p[0], p[5] - p[7]) +
                 triple(p[6] - p[0], p[3] - p[0], p[7] - p[2])) /
                6;
  double compression = 1 / (size * size + .5), pressure = energy[cell] * compression;
  if (pressure < .4)
    pressure = pressure * pressure;
  for (int k = 0; k < 8; ++k)
    arm[k] = pressure * (p[k].x - p[(k + 1) % 8].x) * size;
  for (int k = 0; k < 8; ++k) {
    Point &f = force[corners[cell * 8 + k]];
    atomicAdd(&f.x, arm[k]);
    atomicAdd(&f.y, arm[(k + 3) % 8] * p[k].z);
    atomicAdd(&f.z, fmax(arm[k], arm[(k + 1) % 8]));
  }
}
double hydrodynamics(const double *x) {
  int table[cells * 8], *corners;
  for (int i = 0; i < cells * 8; ++i)
    table[i] = (i / 8 * 2 + i % 8 * 5 + i % 3) % points;
  cudaMalloc(&corners, sizeof table);
  cudaMemcpy(corners, table, sizeof table, cudaMemcpyHostToDevice);
  double *position = onDevice(x, points * 3), *energy = onDevice(x + points * 3, cells), *force;
  cudaMalloc(&force, points * sizeof(Point));
  cudaMemset(force, 0, points * sizeof(Point));
  push<<<(cells + 15) / 16, 16>>>((Point *)force, (Point *)position, energy, corners);
  cudaFree(position);
  cudaFree(energy);
  cudaFree(corners);
  return measure(force, points * 3);
}

//===-----------------------------------------------------------------------===//

constexpr int most = 512;
void check(const char *what, double found, double wanted, double tolerance) {
  if (std::fabs(found - wanted) <= tolerance * (1 + std::fabs(wanted)))
    return;
  ++differences;
  std::printf("%s: %.15g for %.15g\n", what, found, wanted);
}
#define TEST(F)                                                                                    \
  {                                                                                                \
    double x[most], t[most], up[most], down[most], adjoint[most] = {}, h = 1e-6, dot = 0;          \
    for (int i = 0; i < most; ++i) {                                                               \
      x[i] = .8 + .3 * std::sin(i * 1.7 + .01 * i * i);                                                          \
      t[i] = std::cos(i * .9);                                                                     \
      up[i] = x[i] + h * t[i], down[i] = x[i] - h * t[i];                                          \
    }                                                                                              \
    double tangent = __enzyme_fwddiff<double>((void *)F, enzyme_dup, x, t);                        \
    check(#F " forward", tangent, (F(up) - F(down)) / (2 * h), 1e-6);                              \
    __enzyme_autodiff<void>((void *)F, enzyme_dup, x, adjoint);                                    \
    for (int i = 0; i < most; ++i)                                                                 \
      dot += adjoint[i] * t[i];                                                                    \
    check(#F " reverse", dot, tangent, 1e-11);                                                     \
    if (!(std::fabs(tangent) > 1e-6))                                                              \
      std::printf(#F " says nothing\n"), ++differences;                                            \
  }

int main() {
  TEST(product)
  TEST(reduction)
  TEST(diffusion)
  TEST(galerkin)
  TEST(hydrodynamics)
  std::printf("%d differences\n", differences);
  return differences != 0;
}
