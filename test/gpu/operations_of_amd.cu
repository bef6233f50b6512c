// Operations of AMD's processors by the compiler's names: parts of numbers, approximations, angles
// in turns, the one of three between the others. As CUDA, the same by formulas. Compared with
// differences. Prints their number.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#ifdef __HIP__
#define fraction(x) __builtin_amdgcn_fract(x)
#define mantissa(x) __builtin_amdgcn_frexp_mant(x)
#define exponent(x) __builtin_amdgcn_frexp_exp(x)
#define scaled(x, n) __builtin_amdgcn_ldexp(x, n)
#define middle(a, b, c) __builtin_amdgcn_fmed3f(a, b, c)
#define sineOfTurns(x) __builtin_amdgcn_sinf(x)
#define cosineOfTurns(x) __builtin_amdgcn_cosf(x)
#define inverse(x) __builtin_amdgcn_rcp(x)
#define inverseRoot(x) __builtin_amdgcn_rsq(x)
#else
__device__ double fraction(double x) { return x - floor(x); }
__device__ double mantissa(double x) {
  int n;
  return frexp(x, &n);
}
__device__ int exponent(double x) { return ilogb(x) + 1; }
__device__ double scaled(double x, int n) { return ldexp(x, n); }
__device__ float middle(float a, float b, float c) {
  return fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
}
__device__ float sineOfTurns(float x) { return sinpif(2 * x); }
__device__ float cosineOfTurns(float x) { return cospif(2 * x); }
__device__ double inverse(double x) { return 1 / x; }
__device__ double inverseRoot(double x) { return rsqrt(x); }
#endif

__device__ double parts(double x) {
  return fraction(x) * x + mantissa(x) * mantissa(x) + exponent(x) * x + scaled(x * x, 3);
}
__device__ double inverses(double x) { return inverse(x) * x * x + inverseRoot(x); }
__device__ double between(double x) {
  float f = float(x);
  return middle(f * f, 1.21f, 1.5f * f) + middle(2.f, f, -1.f) * f;
}
__device__ double turns(double x) {
  float f = float(x);
  return sineOfTurns(f) * f + cosineOfTurns(f * f);
}

__device__ int differences;
#define COMPARE(F, STEP, TOLERANCE)                                                                \
  {                                                                                                \
    double slope = (F(x + STEP) - F(x - STEP)) / (2 * STEP);                                       \
    double reverse = __enzyme_autodiff<double>((void *)F, x);                                      \
    double forward = __enzyme_fwddiff<double>((void *)F, x, 1.0);                                  \
    if (!(fabs(reverse - slope) <= TOLERANCE * (1 + fabs(slope))) ||                               \
        !(fabs(forward - reverse) <= 1e-6 * (1 + fabs(reverse)))) {                                \
      printf(#F " at %g: %g, forward %g, reverse %g\n", x, slope, forward, reverse);               \
      atomicAdd(&differences, 1);                                                                  \
    }                                                                                              \
  }
__global__ void kernel() {
  double x = .6 + .23 * threadIdx.x;
  COMPARE(parts, 1e-6, 1e-6)
  COMPARE(inverses, 1e-6, 1e-6)
  COMPARE(between, 1e-2, 2e-3)
  COMPARE(turns, 4e-3, 2e-2)
}

int main() {
  int found = -1;
  kernel<<<1, 8>>>();
  cudaMemcpyFromSymbol(&found, differences, sizeof found);
  std::printf("%d differences\n", found);
  return found != 0;
}
