//! languages: cuda
// Arithmetic on floats and doubles as programs write it in PTX: one instruction and no other,
// numbers taken apart into two integers, moved and put together again, what is fetched before it
// is needed. Compared with formulas. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
extern "C" {
extern __device__ int enzyme_dup;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#define OF_ONE(NAME, TEXT, TYPE, LETTER)                                                           \
  __device__ TYPE NAME(TYPE a) {                                                                   \
    TYPE r;                                                                                        \
    asm(TEXT " %0, %1;" : "=" LETTER(r) : LETTER(a));                                              \
    return r;                                                                                      \
  }
#define OF_TWO(NAME, TEXT, TYPE, LETTER)                                                           \
  __device__ TYPE NAME(TYPE a, TYPE b) {                                                           \
    TYPE r;                                                                                        \
    asm volatile("{ " TEXT " %0, %1, %2; }" : "=" LETTER(r) : LETTER(a), LETTER(b));               \
    return r;                                                                                      \
  }
OF_ONE(negative, "neg.f64", double, "d")
OF_ONE(absolute, "abs.f64", double, "d")
OF_ONE(root, "sqrt.rn.f64", double, "d")
OF_ONE(inverse, "rcp.rn.f64", double, "d")
OF_ONE(same, "mov.f64", double, "d")
OF_ONE(rootOfFloat, "sqrt.rn.f32", float, "f")
OF_TWO(sum, "add.f64", double, "d")
OF_TWO(difference, "sub.rn.f64", double, "d")
OF_TWO(product, "mul.rn.f64", double, "d")
OF_TWO(quotient, "div.rn.f64", double, "d")
OF_TWO(least, "min.f64", double, "d")
OF_TWO(largest, "max.f64", double, "d")
OF_TWO(productOfFloats, "mul.f32", float, "f")
__device__ double fused(double a, double b, double c) {
  double r;
  asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(r) : "d"(a), "d"(b), "d"(c));
  return r;
}

__device__ double arithmetic(double x) {
  double a = fused(x, x, negative(x)), b = quotient(root(x), sum(absolute(x), 1));
  return product(a, same(b)) + difference(inverse(x), x) + least(x, 3) * largest(x, x * x);
}
__device__ double formulaOfArithmetic(double x) {
  return (x * x - x) * (sqrt(x) / (x + 1)) + (1 / x - x) + (x < 3 ? x : 3) * (x > 1 ? x * x : x);
}
__device__ double ofFloats(double x) {
  float f = float(x);
  return productOfFloats(rootOfFloat(f), f);
}
__device__ double formulaOfFloats(double x) { return x * sqrt(x); }
/// Through two integers, as old programs shuffle doubles; and through one.
__device__ double apart(double x) {
  int low, high;
  double again, y = x * x;
  asm volatile("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "d"(y));
  asm volatile("mov.b64 %0, {%1, %2};" : "=d"(again) : "r"(low), "r"(high));
  unsigned long long bits;
  asm("mov.b64 %0, %1;" : "=l"(bits) : "d"(again));
  return __longlong_as_double(bits) * x;
}
__device__ double formulaOfApart(double x) { return x * x * x; }
__device__ double fetched(const double *x) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(x));
  asm volatile("prefetch.global.L1 [%0+128];" ::"l"(x));
  return *x * *x;
}

__device__ int differences;
__device__ void compare(double derivative, double expected) {
  if (!(fabs(derivative - expected) <= 1e-5 * (1 + fabs(expected))))
    atomicAdd(&differences, 1);
}
#define COMPARE(F, FORMULA)                                                                        \
  {                                                                                                \
    double slope = (FORMULA(x + 1e-5) - FORMULA(x - 1e-5)) / 2e-5;                                 \
    compare(__enzyme_autodiff<double>((void *)F, x), slope);                                       \
    compare(__enzyme_fwddiff<double>((void *)F, x, 1.0), slope);                                   \
  }
__global__ void kernel(double *fetchedFrom, double *adjoints) {
  double x = .65 + .2 * threadIdx.x;
  COMPARE(arithmetic, formulaOfArithmetic)
  COMPARE(ofFloats, formulaOfFloats)
  COMPARE(apart, formulaOfApart)
  fetchedFrom[threadIdx.x] = x;
  __enzyme_autodiff<void>((void *)fetched, enzyme_dup, fetchedFrom + threadIdx.x,
                          adjoints + threadIdx.x);
  compare(adjoints[threadIdx.x], 2 * x);
}

int main() {
  double *memory;
  int found = -1;
  cudaMalloc(&memory, 64 * sizeof(double));
  cudaMemset(memory, 0, 64 * sizeof(double));
  kernel<<<1, 8>>>(memory, memory + 32);
  cudaMemcpyFromSymbol(&found, differences, sizeof found);
  std::printf("%d differences\n", found);
  return found != 0;
}
