// Derivatives of what libraries of devices have and C has not: functions that give the bits of a
// number another type, that round in a way their name says, norms of three and four numbers; and
// powers whose exponent is an integer that only the run knows. Prints the number of derivatives
// that are not the same by forward mode, reverse mode and differences.
#include "maps.h"

__device__ float powers(float x) { return pow(x, int(threadIdx.x % 5) - 1); }
__global__ void tryPowers() {
  float x = start(threadIdx.x), n = int(threadIdx.x % 5) - 1;
  report(__enzyme_autodiff<float>((void *)powers, x), n * pow(double(x), n - 1.), 1e-5, 100);
  report(__enzyme_fwddiff<float>((void *)powers, x, 2.f), 2 * n * pow(double(x), n - 1.), 1e-5,
         101);
}
__device__ double powersOfDoubles(double x) { return pow(x * x, int(threadIdx.x % 5) - 2); }
TRY(powersOfDoubles, 200, 1e-8)
__device__ double bits(double x) {
  double y = __longlong_as_double(__double_as_longlong(x * x));
  return y * x;
}
TRY(bits, 300, 1e-8)

#ifndef __HIP__
__device__ double words(double x) {
  double y = x * x;
  return __hiloint2double(__double2hiint(y), __double2loint(y)) * x;
}
TRY(words, 400, 1e-8)
__device__ double rounded(double x) {
  double y = __dadd_rn(__dmul_rn(x, x), __ddiv_rn(x, 3));
  return __dsub_rn(__fma_rn(y, x, y), __drcp_rn(x)) + __dsqrt_rn(y);
}
TRY(rounded, 500, 1e-8)
__device__ double norms(double x) {
  double y = x * x;
  return norm4d(x, y, 3., y * x) + rnorm3d(x, 2., y) + norm3d(x, y, 1.) * rnorm4d(x, y, x, 2.);
}
TRY(norms, 600, 1e-8)
__device__ float inFloats(float x) {
  float y = __fadd_rn(__fmul_rn(x, x), __fdiv_rn(x, 3));
  y = __fsub_rn(y, __frcp_rn(x)) + __fsqrt_rn(y);
  return y + __int_as_float(__float_as_int(y * x)) + __saturatef(x * .5f) + __saturatef(x * 8);
}
__device__ double floats(double x) { return inFloats(__double2float_rn(x)); }
__device__ double sameInDoubles(double x) {
  double y = x * x + x / 3;
  y = y - 1 / x + sqrt(y);
  return y + y * x + x * .5 + 1;
}
__global__ void tryFloats() {
  double x = start(threadIdx.x);
  double wanted = __enzyme_autodiff<double>((void *)sameInDoubles, x);
  report(__enzyme_autodiff<double>((void *)floats, x), wanted, 1e-5, 700);
  report(__enzyme_fwddiff<double>((void *)floats, x, 1.), wanted, 1e-5, 701);
}
#endif

int main() {
  tryPowers<<<2, threads>>>();
  try_powersOfDoubles<<<2, threads>>>();
  try_bits<<<2, threads>>>();
#ifndef __HIP__
  try_words<<<2, threads>>>();
  try_rounded<<<2, threads>>>();
  try_norms<<<2, threads>>>();
  tryFloats<<<2, threads>>>();
#endif
  CHECK(cudaDeviceSynchronize());
  int wrong;
  CHECK(cudaMemcpyFromSymbol(&wrong, differences, sizeof wrong));
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
