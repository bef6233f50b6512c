//! status: 86
//! says: numbers or parts of addresses are moved as integers
// A kernel that moves floats as integers, of which nothing else tells what they are: in reverse
// mode it stops rather than lose them.
#include <cstdio>
#include <cuda_runtime.h>

template <typename R, typename... A> R __enzyme_autodiff(void *, A...);

__global__ void move(int *to, const int *from) { to[threadIdx.x] = from[threadIdx.x]; }
void moves(float *to, const float *from) { move<<<1, 4>>>((int *)to, (const int *)from); }

int main() {
  float *memory[4], ones[4] = {1, 1, 1, 1};
  for (float *&one : memory) {
    cudaMalloc((void **)&one, sizeof ones);
    cudaMemcpy(one, ones, sizeof ones, cudaMemcpyHostToDevice);
  }
  __enzyme_autodiff<void>((void *)moves, memory[0], memory[1], memory[2], memory[3]);
  cudaDeviceSynchronize();
  std::printf("not stopped\n");
  return 0;
}
