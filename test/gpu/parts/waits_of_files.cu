// The second file of waits_of_files.cu.
#include "waits_of_files.h"

__device__ void waitForAll() { __syncthreads(); }
__device__ int countAll(int vote) { return __syncthreads_count(vote); }
