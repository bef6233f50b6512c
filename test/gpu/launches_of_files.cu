// Host functions that launch kernels whose device code is linked with that of another file
// (-fgpu-rdc), which is parts/launches_of_files.cu: functions, barriers, memory of the block and
// loops of that file; constants that the host changes between the launches, and which that file reads; numbers and
// structures by value; a template of both files. Prints the number of differences.
//! flags: -fgpu-rdc
//! with: parts/launches_of_files.cu
#include "parts/launches_of_files.h"

constexpr int n = 24;
constexpr size_t bytes = n * sizeof(double);

__constant__ double factors[2];
__global__ void loop(double *y, const double *x, double a, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    y[i] = a * elsewhere(x[i], 2 + i % 5) + factors[i % 2] * sin(x[i]) + offset * x[i];
}
__global__ void board(double *y, const double *x, Pair pair) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  double value = pair.factor * neighbours(x[i]);
  for (int k = 0; k < pair.power; ++k)
    value *= pair.more[k];
  y[i] += value;
}

double weighted(const double *onDevice, double *y) {
  double sum = 0;
  cudaMemcpy(y, onDevice, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    sum += (1 + i % 3) * y[i];
  return sum;
}
double loops(const double *x) {
  double *d, y[n], sum = 0;
  cudaMalloc(&d, 2 * bytes);
  cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
  for (int time = 0; time < 3; ++time) { // what is constant changes in between
    double both[2] = {0.5 + 0.125 * time, 0.75 - 0.25 * time};
    cudaMemcpyToSymbol(factors, both, sizeof both);
    loop<<<2, 16>>>(d + n, d, 0.5 * x[1], n);
    loop<<<2, 16>>>(d, d + n, 0.125 * time, n);
    sum += weighted(d, y);
  }
  cudaFree(d);
  return sum;
}
double boards(const double *x) {
  double *d, y[n];
  cudaMalloc(&d, 2 * bytes);
  cudaMemcpy(d, x, bytes, cudaMemcpyHostToDevice);
  cudaMemset(d + n, 0, bytes);
  Pair pair = {x[0] * x[1], 2, {x[2], x[3], 5}};
  board<<<n / 8, 8>>>(d + n, d, pair);
  board<<<n / 8, 8>>>(d + n, d, {2, 3, {1, x[4], x[5]}});
  halve<<<1, 32>>>(d + n, n);
  double sum = weighted(d + n, y);
  cudaFree(d);
  return sum;
}

int main() {
  CHECK(loops);
  CHECK(boards);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
