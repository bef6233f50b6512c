// Launched kernels that keep addresses in variables of the block: two boards that change places in
// each step, a board that the data chooses, rows of a board, one board or memory of the device. The
// two halves of the derivative are kernels that have their variables at places of their own.
// Compared as checked.h says.
#include "checked.h"
#include "swapping.h"

__global__ void swapping(double *y, const double *x, int steps) {
  __shared__ double first[n], second[n];
  swapBoards(first, second, y, x, steps);
}
__global__ void choosing(double *y, double *x, const int *which) {
  __shared__ double rows[2][n];
  __shared__ float singles[n];
  int t = threadIdx.x;
  rows[0][t] = x[t];
  rows[1][t] = x[t] * x[t];
  singles[t] = (float)x[n - 1 - t];
  __syncthreads();
  double *from = rows[0];
  const float *single = singles;
  double sum = 0;
  for (int k = 0; k < 5; ++k) {
    sum += from[(t + k) % n] * from[t] + *single;
    from = which[k] == 2 ? x : rows[which[k]];
    single = which[k] ? &singles[t] : singles + k;
  }
  y[t] = sum;
}
/// From the end of a board downwards.
__global__ void backwards(double *y, const double *x, int steps) {
  __shared__ double board[n];
  int t = threadIdx.x;
  board[t] = x[t] * x[t];
  __syncthreads();
  double sum = 0;
  const double *at = board + n;
  for (int k = 0; k < steps; ++k) {
    sum += sin(at[-1]) * at[-1 - t / 2];
    at = k % 2 ? board + n : at - 1;
  }
  y[t] = sum;
}
template <typename Kernel> double launched(const double *x, Kernel kernel) {
  double *in, *out, y[n], sum = 0;
  int *which, choices[5] = {1, 2, 0, 1, 2};
  cudaMalloc(&in, sizeof y);
  cudaMalloc(&out, sizeof y);
  cudaMalloc(&which, sizeof choices);
  cudaMemcpy(in, x, sizeof y, cudaMemcpyHostToDevice);
  cudaMemcpy(which, choices, sizeof choices, cudaMemcpyHostToDevice);
  kernel(out, in, which);
  cudaMemcpy(y, out, sizeof y, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 5);
  cudaFree(in);
  cudaFree(out);
  cudaFree(which);
  return sum;
}
double bySwapping(const double *x) {
  return launched(x, [](double *y, double *in, int *) {
    swapping<<<1, n>>>(y, in, 3);
    swapping<<<1, n>>>(in, y, 2);
    swapping<<<1, n>>>(y, in, 1);
  });
}
double byEnd(const double *x) {
  return launched(x, [](double *y, double *in, int *) { backwards<<<1, n>>>(y, in, 7); });
}
double byChoice(const double *x) {
  return launched(x, [](double *y, double *in, int *which) { choosing<<<1, n>>>(y, in, which); });
}

int main() {
  CHECK(bySwapping);
  CHECK(byChoice);
  CHECK(byEnd);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
