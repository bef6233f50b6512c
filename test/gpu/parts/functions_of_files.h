// What the two files of functions_of_files.cu know of each other.
#include <cmath>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const, enzyme_width;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_reverse(void *, A...);
struct Kept {
  void *tape;
  double value;
};
struct Two {
  double first, second;
};

__device__ double ofFirst(double x);
__device__ double recursive(double x, int n);

typedef double (*Function)(double);
__device__ Function function(int which);
__device__ void setScale(int s);
__device__ double ofSecond(double x);
__device__ double recursiveOfSecond(double x, int n);
__device__ double productOfSecond(const double *x, int n);
__device__ double neighbours(const double *x);
__device__ double powerOfSecond(double x, int n);
__device__ double slopeOfSecond(double x);
extern __device__ int counted[2];
/// In both files.
inline __device__ double withCounted(double x, int which) {
  return counted[which] ? 4 * x * x : x * x;
}
__device__ void compare(double found, double wanted, int what);
__global__ void requestsOfSecond();
int differencesOnDevice();
