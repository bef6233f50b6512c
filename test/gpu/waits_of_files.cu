//! flags: -fgpu-rdc
//! with: parts/waits_of_files.cu
// Barriers in functions of another file (-fgpu-rdc) that are given nothing of the numbers, some of
// them below others: the reverse sweep waits there, too. Prints the number of differences.
#include "maps.h"
#include "parts/waits_of_files.h"

__device__ double waiting(double x) {
  __shared__ double s[threads];
  int i = threadIdx.x;
  s[i] = x * x;
  waitForAll();
  double v = s[(i + 1) % threads];
  waitForAll();
  s[i] = v * x;
  int count = countAll(i % 3 == 0);
  v = s[(i + 40) % threads] * count * .1;
  waitForAll();
  return v * v;
}
__device__ void waitTwice(int times) {
  for (int k = 0; k < times; ++k)
    waitForAll();
}
__device__ double waitingBelow(double x) {
  __shared__ double s[threads];
  int i = threadIdx.x;
  double sum = x;
  for (int k = 0; k < 3; ++k) {
    s[i] = sum * x;
    waitTwice(1 + k % 2);
    sum += s[(i + 7 * k + 1) % threads] * .3;
    waitTwice(1);
  }
  return sum;
}
TRY(waiting, 10, 1e-5)
TRY(waitingBelow, 20, 1e-5)

int main() {
  try_waiting<<<1, threads>>>();
  try_waitingBelow<<<1, threads>>>();
  CHECK(cudaDeviceSynchronize());
  int found;
  CHECK(cudaMemcpyFromSymbol(&found, differences, sizeof found));
  std::printf("%d differences\n", found);
  return found != 0;
}
