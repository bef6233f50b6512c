// One multiplication and addition written as assembly, as Eigen does where its compiler is clang.
// flags: -mavx2 -mfma -Wno-psabi
#include "check.h"
typedef double four __attribute__((vector_size(32)));
static four sum(four a, four b, four c) {
  four result = c;
  __asm__("vfmadd231pd %[a], %[b], %[c]" : [c] "+x"(result) : [a] "x"(a), [b] "x"(b));
  return result;
}
static double difference(double a, double b, double c) {
  __asm__("vfnmsub213sd %2, %1, %0" : "+x"(a) : "x"(b), "x"(c)); // -(b * a) - c
  return a;
}
static double other(double a, double b, double c) {
  __asm__("vfmsub132sd %1, %2, %0\n" : "+x"(a) : "x"(b), "x"(c)); // a * b - c
  return a;
}
void f(const double *x, double *y) {
  if (!__builtin_cpu_supports("fma")) {
    for (int i = 0; i < 4; i++)
      y[i] = x[i];
    return;
  }
  four v = {x[0], x[1], x[2], x[3]}, w = v * v;
  v = sum(v, w, v + 1);
  for (int i = 0; i < 3; i++)
    y[i] = v[i] + v[3];
  y[3] = difference(x[0], x[1], x[2]) * other(x[1], x[2], x[3]);
}
CHECK_VECTOR(f, 4, 4, 0.5, -1.5, 2, -0.75);
