// What the files of waits_of_files.cu know of each other.
#include <cuda_runtime.h>

__device__ void waitForAll();
__device__ int countAll(int vote);
