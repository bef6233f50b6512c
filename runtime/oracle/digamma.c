/*===- digamma.c - the logarithmic derivative of the gamma function --------===
 *
 *   psi(x) = psi(x + 1) - 1 / x                   until x is large; then
 *   psi(x) = ln x - 1 / 2x - 1 / 12x^2 + 1 / 120x^4 - 1 / 252x^6 + ...
 *   psi(1 - x) = psi(x) + pi cot(pi x)            where x is negative
 *===----------------------------------------------------------------------===*/
#include "rules.h"

long double oracle_digamma(long double x) {
  const long double pi = 3.141592653589793238462643383279502884L;
  if (x <= 0)
    return oracle_digamma(1 - x) - pi / tanl(pi * x);
  long double sum = 0;
  for (; x < 30; x += 1)
    sum -= 1 / x;
  long double s = 1 / (x * x);
  long double series =
      s * (1 / 12.0L - s * (1 / 120.0L - s * (1 / 252.0L - s * (1 / 240.0L - s / 132))));
  return sum + logl(x) - 1 / (2 * x) - series;
}
