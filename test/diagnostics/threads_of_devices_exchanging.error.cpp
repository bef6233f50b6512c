// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -O0 -Xclang -verify -S %s -o %t.s
// Numbers that threads exchange atomically: a derivative would exchange them by loads and stores.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

__device__ void exchange(double *to, const double *x) { // expected-note {{while differentiating 'exchange(double*, double const*)'}}
  double value = *x * *x;
  __atomic_exchange(to, &value, &value, 5); // expected-error {{'exchange(double*, double const*)' cannot be differentiated: it exchanges numbers with other threads of a device atomically}} ENZ0061
}
__global__ void exchanges(double *to, double *shadow, double *x, double *dx) {
  __enzyme_autodiff<void>((void *)exchange, to, shadow, x, dx); // expected-note {{requested here}}
}

// Loops that try until they succeed are sums if they add, and nothing else.
__device__ double numberOf(unsigned long long bits) { return __builtin_bit_cast(double, bits); }
__device__ unsigned long long bitsOf(double number) { return __builtin_bit_cast(unsigned long long, number); }
__device__ void largest(double *to, double x) { // expected-note {{while differentiating 'largest(double*, double)'}}
  unsigned long long *bits = (unsigned long long *)to, old = *bits;
  while (!__atomic_compare_exchange_n(bits, &old, bitsOf(numberOf(old) > x ? numberOf(old) : x), false, 0, 0)) // expected-error {{'largest(double*, double)' cannot be differentiated: it exchanges numbers with other threads of a device atomically}} ENZ0061
    ;
}
__global__ void takesLargest(double *to, double *shadow, double *x) {
  *x = __enzyme_autodiff<double>((void *)largest, to, shadow, *x); // expected-note {{requested here}}
}
__device__ void counting(double *to, int *tries, double x) { // expected-note {{while differentiating 'counting(double*, int*, double)'}}
  unsigned long long *bits = (unsigned long long *)to, old = *bits;
  int n = 1;
  while (!__atomic_compare_exchange_n(bits, &old, bitsOf(numberOf(old) + x), false, 0, 0)) // expected-error {{'counting(double*, int*, double)' cannot be differentiated: it exchanges numbers with other threads of a device atomically}} ENZ0061
    ++n;
  *tries = n;
}
__global__ void counts(double *to, double *shadow, int *tries, double *x) {
  *x = __enzyme_autodiff<double>((void *)counting, to, shadow, tries, tries, *x); // expected-note {{requested here}}
}
