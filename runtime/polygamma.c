/*===- polygamma.c - derivatives of digamma -------------------------------===
 *
 * Derivatives of lgamma of second and higher order. One body in long double serves
 * every precision: these are rare.
 *
 *   x < 0     (-1)^n psi_n(1 - x) = psi_n(x) + pi d^n/dx^n cot(pi x)
 *   x < SHIFT psi_n(x) = psi_n(x + 1) - (-1)^n n! / x^(n+1), repeatedly
 *   else      (-1)^(n+1) ((n-1)!/x^n + n!/(2 x^(n+1)) + sum B_2k (2k+n-1)!/((2k)! x^(2k+n)))
 *
 * With c = cot(pi x) the derivatives of cot(pi x) are polynomials of c:
 * P_0 = c, P_(m+1) = -pi (1 + c^2) P_m'.
 *===----------------------------------------------------------------------===*/
#include "enzyme/runtime.h"
#include <math.h>

enum { LargestOrder = 20, Terms = 12 };

static const long double pi = 3.14159265358979323846264338327950288L;

static const long double bernoulli[Terms] = {
    1.0L / 6,       -1.0L / 30,       1.0L / 42,       -1.0L / 30,
    5.0L / 66,      -691.0L / 2730,   7.0L / 6,        -3617.0L / 510,
    43867.0L / 798, -174611.0L / 330, 854513.0L / 138, -236364091.0L / 2730,
};

/* pi times the n-th derivative of cot(pi x); x is reduced first, which is exact. */
static long double cotangentDerivative(int n, long double x) {
  long double polynomial[LargestOrder + 3] = {0, 1}, next[LargestOrder + 3];
  for (int m = 0; m < n; m++) {
    for (int i = 0; i < LargestOrder + 3; i++) {
      long double slope = i + 1 < LargestOrder + 3 ? (i + 1) * polynomial[i + 1] : 0;
      long double below = i >= 2 ? (i - 1) * polynomial[i - 1] : 0;
      next[i] = -pi * (slope + below);
    }
    for (int i = 0; i < LargestOrder + 3; i++)
      polynomial[i] = next[i];
  }
  long double cotangent = 1 / tanl(pi * (x - rintl(x))), sum = 0;
  for (int i = n + 1; i >= 0; i--)
    sum = sum * cotangent + polynomial[i];
  return pi * sum;
}

/* (-1)^(n+1) psi_n(x), which is positive. */
static long double ofPositive(int n, long double x) {
  long double factorial = 1; /* (n-1)! */
  for (int i = 2; i < n; i++)
    factorial *= i;
  long double sum = 0;
  for (; x < 24 + n; x += 1)
    sum += factorial * n / powl(x, n + 1);
  long double series = factorial / powl(x, n) + factorial * n / (2 * powl(x, n + 1));
  long double term = factorial * n / (2 * powl(x, n)); /* (2k+n-1)!/((2k)! x^(2k+n)), times x^2 */
  for (int k = 1; k <= Terms; k++) {
    if (k > 1)
      term *= (2 * k + n - 1) * (long double)(2 * k + n - 2) / ((2 * k) * (long double)(2 * k - 1));
    else
      term *= n + 1;
    term /= x * x;
    series += bernoulli[k - 1] * term;
  }
  return sum + series;
}

long double enzyme_rt_polygammal(int n, long double x) {
  if (n < 1 || n > LargestOrder)
    return NAN;
  long double sign = n % 2 ? 1 : -1;
  if (x > 0)
    return sign * ofPositive(n, x);
  if (x == floorl(x)) /* poles, and -inf */
    return n % 2 && x > -INFINITY ? INFINITY : x == 0 ? -1 / x : NAN;
  /* psi_n(x) = (-1)^n psi_n(1 - x) - pi cot^(n) (pi x) */
  return -ofPositive(n, 1 - x) - cotangentDerivative(n, x);
}

double enzyme_rt_polygamma(int n, double x) { return (double)enzyme_rt_polygammal(n, x); }
float enzyme_rt_polygammaf(int n, float x) { return (float)enzyme_rt_polygammal(n, x); }

#if defined(__x86_64__) || defined(__i386__)
__float128 enzyme_rt_polygammaf128(int n, __float128 x) {
  return enzyme_rt_polygammal(n, (long double)x);
}
#endif
