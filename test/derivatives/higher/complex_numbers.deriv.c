// Derivatives of derivatives through complex arithmetic and library functions.
#include "nests.h"
#include <complex.h>
double squaredModulus(double x) { // |(x + i)^2|^2 = (x^2 + 1)^2
  double complex z = x + I;
  z = z * z;
  return creal(z) * creal(z) + cimag(z) * cimag(z);
}
#define m1(x) (4 * x * x * x + 4 * x)
#define m2(x) (12 * x * x + 4)
#define m3(x) (24 * x)
double spiral(double x) { return creal(cexp((1 + 2 * I) * x)); } // e^x cos 2x
#define s1(x) (exp(x) * (cos(2 * x) - 2 * sin(2 * x)))
#define s2(x) (exp(x) * (-3 * cos(2 * x) - 4 * sin(2 * x)))
#define s3(x) (exp(x) * (-11 * cos(2 * x) + 2 * sin(2 * x)))
double inverse(double x) { return creal(1 / (x + I)); } // x / (x^2 + 1)
#define i1(x) ((1 - x * x) / pow(x * x + 1, 2))
#define i2(x) (2 * x * (x * x - 3) / pow(x * x + 1, 3))
#define i3(x) (-6 * (x * x * x * x - 6 * x * x + 1) / pow(x * x + 1, 4))

CHECK_NESTS(squaredModulus, m1, m2, m3, 1.2, -0.5);
CHECK_NESTS(spiral, s1, s2, s3, 0.7, -0.5);
CHECK_NESTS(inverse, i1, i2, i3, 1.2, -0.5);
