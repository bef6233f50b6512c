// Derivatives of derivatives of std::complex and the overloads of <cmath>.
#include "nests.h"
#include <cmath>
#include <complex>
static double modulus(double x) { // |x + 2i|^2 x = x^3 + 4x
  std::complex<double> z(x, 2);
  return std::norm(z) * x;
}
#define m1(x) (3 * x * x + 4)
#define m2(x) (6 * x)
#define m3(x) 6
static double oscillation(double x) { // Re(e^{ix}^2) = cos 2x
  std::complex<double> z = std::exp(std::complex<double>(0, x));
  return (z * z).real();
}
#define o1(x) (-2 * sin(2 * x))
#define o2(x) (-4 * cos(2 * x))
#define o3(x) (8 * sin(2 * x))
static double overloads(double x) { return std::pow(x, 3) + std::sqrt(std::exp(2 * x)); }
#define s1(x) (3 * x * x + exp(x))
#define s2(x) (6 * x + exp(x))
#define s3(x) (6 + exp(x))

CHECK_NESTS(modulus, m1, m2, m3, 2, -0.5);
CHECK_NESTS(oscillation, o1, o2, o3, 2, -0.5);
CHECK_NESTS(overloads, s1, s2, s3, 2, -0.5);
