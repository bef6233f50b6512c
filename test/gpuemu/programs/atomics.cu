// Atomic functions of all scopes.
#include <cuda_runtime.h>
__global__ void all(double *d, float *f, int *i, unsigned long long *u) {
  int t = threadIdx.x;
  atomicAdd(d, 1.), atomicAdd_block(d + 1, 2.), atomicAdd_system(d + 2, 3.);
  atomicAdd(f, 1.f), atomicAdd_block(f + 1, 2.f), atomicExch(f + 2, 7.f);
  atomicAdd(i, t), atomicMax(i + 1, t), atomicMin(i + 2, -t), atomicOr(i + 3, t), atomicAdd_block(i + 4, 1), atomicSub(i + 5, 1);
  atomicAdd(u, 1ull), atomicMax(u + 1, (unsigned long long)t), atomicCAS(u + 2, 0ull, 9ull);
}
int main() {
  double *d, hd[3];
  float *f, hf[3];
  int *i, hi[6];
  unsigned long long *u, hu[3];
  cudaMalloc(&d, 64), cudaMalloc(&f, 64), cudaMalloc(&i, 64), cudaMalloc(&u, 64);
  cudaMemset(d, 0, 64), cudaMemset(f, 0, 64), cudaMemset(i, 0, 64), cudaMemset(u, 0, 64);
  all<<<1, 64>>>(d, f, i, u);
  cudaMemcpy(hd, d, sizeof hd, cudaMemcpyDeviceToHost), cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost);
  cudaMemcpy(hi, i, sizeof hi, cudaMemcpyDeviceToHost), cudaMemcpy(hu, u, sizeof hu, cudaMemcpyDeviceToHost);
  bool right = hd[0] == 64 && hd[1] == 128 && hd[2] == 192 && hf[0] == 64 && hf[1] == 128 && hf[2] == 7 && hi[0] == 2016 &&
               hi[1] == 63 && hi[2] == -63 && hi[3] == 63 && hi[4] == 64 && hi[5] == -64 && hu[0] == 64 && hu[1] == 63 && hu[2] == 9;
  return !right;
}
