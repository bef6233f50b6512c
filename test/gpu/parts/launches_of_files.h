// What the two files of launches_of_files.cu know of each other.
#include "../checked.h"

struct Pair {
  double factor;
  int power;
  double more[3];
};
__device__ double elsewhere(double x, int n);
__device__ double neighbours(double x);
extern __constant__ double factors[2];
extern __device__ double offset;

/// In both files.
template <typename T> __global__ void halve(T *x, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n)
    x[i] /= 2;
}
double halvedThere(const double *x);
