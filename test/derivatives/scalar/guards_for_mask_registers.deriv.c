// Adjoints that are zero go into products with infinite numbers, in code for processors with mask registers:
// zero they stay, and what is no number stays that.
#include "check.h"
#define FOR_AVX512 __attribute__((target("avx512f,avx512vl")))
FOR_AVX512 static double chain(const double *x) {
  double a = x[0] / x[4], b = x[1] / (x[5] * x[2]); // a is infinite where x[4] is zero
  double both = (a * b) * (a * x[3]);
  return x[4] != 0 ? both : x[0] * b * x[3];
}
FOR_AVX512 static float singles(const float *x) {
  float a = x[0] / x[4], b = x[1] / (x[5] * x[2]);
  float both = (a * b) * (a * x[3]);
  return x[4] != 0 ? both : x[0] * b * x[3];
}
static double plain(const double *x) {
  double a = x[0] / x[4], b = x[1] / (x[5] * x[2]);
  double both = (a * b) * (a * x[3]);
  return x[4] != 0 ? both : x[0] * b * x[3];
}
void f(const double *x, double *y) {
  y[0] = plain(x);
  y[1] = x[0] * x[5];
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512vl"))
    return;
  float narrow[6];
  double all[6], none[6];
  for (int i = 0; i < 6; i++) {
    narrow[i] = x[i];
    all[i] = none[i] = x[i];
  }
  none[4] = 0 * x[4];
  y[0] = chain(all) + plain(none);
  y[1] = chain(none) + 1e-9 * singles(narrow);
}
CHECK_VECTOR(f, 6, 2, 0.7, 1.3, -0.4, 0.9, 0.6, 1.1);
