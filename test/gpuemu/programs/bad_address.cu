//! status: 86
//! says: block (0,0,0), thread (2,0,0): access to
// A thread writes where no memory is.
#include <cuda_runtime.h>
__global__ void write(int *x) {
  if (threadIdx.x == 2)
    x[0] = 1;
}
int main() { write<<<1, 4>>>(reinterpret_cast<int *>(64)); }
