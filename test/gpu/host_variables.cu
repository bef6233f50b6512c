// Variables of the device in host functions that launch kernels: constants that vary, structures,
// state that stays between launches, addresses of variables. Tangents are compared with
// differences, gradients and halves with tangents. Prints the number of differences.
#include "checked.h"

constexpr int n = 24;
__constant__ double weights[n];
__constant__ float scale3[3];
struct Model {
  double a, b;
  int power;
};
__constant__ Model model;
__device__ double total;
__device__ double state[n];
__device__ int rounds;
static __constant__ double own[2];

__global__ void weigh(double *y, const double *x) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    y[i] = x[i] * x[i] * weights[i] + weights[(i + 3) % n] * sin(x[i]);
}
/// constants that vary
double constants(const double *x) {
  double *d, *y, h[n], s = 0;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&y, sizeof h);
  double w[n];
  for (int i = 0; i < n; ++i)
    w[i] = x[i] * x[(i + 1) % n];
  cudaMemcpyToSymbol(weights, w, sizeof w);
  cudaMemcpy(d, x, sizeof h, cudaMemcpyHostToDevice);
  weigh<<<2, 16>>>(y, d);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    s += h[i] * (i % 4 + 1);
  cudaFree(d);
  cudaFree(y);
  return s;
}
__global__ void evaluate(double *y, const double *x) {
  int i = threadIdx.x;
  double v = model.a * x[i];
  for (int k = 0; k < model.power; ++k)
    v *= model.b * scale3[k % 3];
  y[i] = v;
}
/// a structure; twice, with offsets
double structure(const double *x) {
  double *d, *y, h[n], s = 0;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMemcpy(d, x, sizeof h, cudaMemcpyHostToDevice);
  float f[3] = {float(x[0]), 2.f, float(x[1])};
  for (int t = 0; t < 2; ++t) {
    Model m{x[2] + t, x[3] * 2, 2 + t};
    cudaMemcpyToSymbol(model, &m, sizeof m);
    cudaMemcpyToSymbol(scale3, f + t, 2 * sizeof(float), t * sizeof(float));
    evaluate<<<1, n>>>(y, d);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
      s += h[i] * h[i] * (i % 4 + 1);
    if (t == 0)
      cudaMemcpyToSymbol(scale3, f, 3 * sizeof(float));
  }
  cudaFree(d);
  cudaFree(y);
  return s;
}
__global__ void step(const double *x) {
  int i = threadIdx.x;
  double left = state[(i + n - 1) % n];
  __syncthreads();
  state[i] = state[i] * left + x[i];
  atomicAdd(&total, state[i] * state[i]);
}
/// state that stays between launches
double kept(const double *x) {
  double *d, zero = 0, s = 0, h[n];
  cudaMalloc(&d, n * sizeof(double));
  cudaMemcpy(d, x, n * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(state, x, n * sizeof(double));
  cudaMemcpyToSymbol(total, &zero, sizeof zero);
  for (int t = 0; t < 3; ++t)
    step<<<1, n>>>(d);
  cudaMemcpyFromSymbol(&s, total, sizeof s);
  cudaMemcpyFromSymbol(h, state, sizeof h / 2, sizeof h / 2);
  for (int i = 0; i < n / 2; ++i)
    s += h[i] * i;
  cudaFree(d);
  return s;
}
/// by the address of the variable, in a stream
double addresses(const double *x) {
  double *place, *d, h[n], s = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGetSymbolAddress((void **)&place, weights);
  cudaMalloc(&d, n * sizeof(double));
  cudaMemcpyAsync(place, x, n * sizeof(double), cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(d, x, n * sizeof(double), cudaMemcpyHostToDevice, stream);
  weigh<<<1, n, 0, stream>>>(d, place);
  cudaMemcpyFromSymbolAsync(h, weights, sizeof h, 0, cudaMemcpyDeviceToHost, stream);
  for (int i = 0; i < n; ++i)
    s += h[i] * h[i] * i;
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < n; ++i)
    s += h[i] * h[i] * (i % 3);
  cudaFree(d);
  cudaStreamDestroy(stream);
  return s;
}
/// constants, set before, and after derivatives in which they varied
double fixed(const double *x) {
  double *d, *y, h[n], s = 0;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&y, sizeof h);
  cudaMemcpy(d, x, sizeof h, cudaMemcpyHostToDevice);
  weigh<<<2, 16>>>(y, d);
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    s += h[i] * (i % 4 + 1);
  cudaFree(d);
  cudaFree(y);
  return s;
}
/// What is constant in each launch, and changes between them.
__constant__ int count;
__constant__ double factor;
struct Table {
  const double *numbers;
  int shift;
};
__constant__ Table table;
__global__ void repeat(double *y) {
  int i = threadIdx.x;
  double v = y[i];
  for (int k = 0; k < count; ++k)
    v = v * v * factor + table.numbers[(i + table.shift) % 3] * v;
  y[i] = v;
}
double changing(const double *x) {
  double *d, *numbers, h[n], onHost[3] = {1, 2, 3}, s = 0;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&numbers, sizeof onHost);
  cudaMemcpy(numbers, onHost, sizeof onHost, cudaMemcpyHostToDevice);
  cudaMemcpy(d, x, sizeof h, cudaMemcpyHostToDevice);
  for (int t = 0; t < 3; ++t) {
    int times = 1 + t % 2;
    double half = 0.5 / (1 + t);
    Table shifted{numbers, t};
    cudaMemcpyToSymbol(count, &times, sizeof times);
    cudaMemcpyToSymbol(factor, &half, sizeof half);
    cudaMemcpyToSymbol(table, &shifted, sizeof shifted);
    repeat<<<1, n>>>(d);
  }
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    s += h[i] * (i + 1);
  cudaFree(d);
  cudaFree(numbers);
  return s;
}
/// a static one, read by a number that is a variable, too
__global__ void choose(double *y) { y[threadIdx.x] *= own[(threadIdx.x + rounds) % 2]; }
double chosen(const double *x) {
  double *d, h[n], s = 0;
  int one = 1;
  cudaMalloc(&d, sizeof h);
  cudaMemcpyToSymbol(rounds, &one, sizeof one);
  cudaMemcpyToSymbol(own, x, 2 * sizeof(double));
  cudaMemcpy(d, x, sizeof h, cudaMemcpyHostToDevice);
  choose<<<1, n>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    s += h[i] * h[i] * (i + 1);
  cudaFree(d);
  return s;
}

int main() {
  CHECK(constants);
  CHECK(structure);
  CHECK(kept);
  CHECK(addresses);
  CHECK(chosen);
  CHECK(changing);
  double ones[n];
  for (int i = 0; i < n; ++i)
    ones[i] = 1 + i;
  cudaMemcpyToSymbol(weights, ones, sizeof ones);
  CHECK(fixed);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
