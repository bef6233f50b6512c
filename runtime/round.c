/* round.c - arithmetic in formats that no machine has
 *
 * Problem: a truncated function computes in a format of `exponent` and `significand`
 * bits, any up to double's own. Each operation must be rounded once, to the nearest
 * value of the format, ties to even, with its subnormals and its overflow.
 *
 * Here: numbers as an integer times a power of two, rounded as integers; nothing
 * depends on the machine's rounding mode. A sum, product or quotient that was computed
 * with more than twice the format's digits may be rounded a second time without harm
 * (S. A. Figueroa, When is double rounding innocuous?, 1995): callers compute in
 * double or __float128. Square roots and fused operations are rounded here as a whole.
 */
#include "enzyme/runtime.h"
#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef unsigned __int128 wide;
typedef __float128 quad;

/* (-1)^negative * m * 2^scale, for finite values */
typedef struct {
  int negative, scale;
  wide m;
} parts;

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static double from_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static parts parts_of(double x) {
  uint64_t bits = bits_of(x), fraction = bits & ((UINT64_C(1) << 52) - 1);
  int exponent = (int)(bits >> 52 & 0x7ff);
  parts p = {(int)(bits >> 63), (exponent ? exponent : 1) - 1023 - 52,
             exponent ? fraction | UINT64_C(1) << 52 : fraction};
  return p;
}

static parts parts_of_quad(quad x) {
  wide bits, one = 1;
  memcpy(&bits, &x, sizeof bits);
  wide fraction = bits & ((one << 112) - 1);
  int exponent = (int)(bits >> 112 & 0x7fff);
  parts p = {(int)(bits >> 127), (exponent ? exponent : 1) - 16383 - 112,
             exponent ? fraction | one << 112 : fraction};
  return p;
}

/* The position of the highest bit; m is not 0. */
static int top_of(wide m) {
  uint64_t high = (uint64_t)(m >> 64);
  return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)m);
}

static double infinity(int negative) {
  return from_bits((uint64_t)negative << 63 | UINT64_C(0x7ff) << 52);
}

static int largest_exponent(int exponent) { return (1 << (exponent - 1)) - 1; }

/* The exponent of the last digit of values near 2^top. */
static int last_digit(int top, int exponent, int significand) {
  int smallest = 1 - largest_exponent(exponent);
  return (top > smallest ? top : smallest) - significand;
}

/* r * 2^scale, which is a double, with the sign. */
static double compose(int negative, uint64_t r, int scale) {
  if (!r)
    return from_bits((uint64_t)negative << 63);
  int top = top_of(r), exponent = scale + top;
  uint64_t bits = exponent < -1022 ? r << (scale + 1074)
                                   : (uint64_t)(exponent + 1022) * (UINT64_C(1) << 52) +
                                         (top <= 52 ? r << (52 - top) : r >> (top - 52));
  return from_bits(bits | (uint64_t)negative << 63);
}

static double round_parts(parts p, int exponent, int significand) {
  if (!p.m)
    return compose(p.negative, 0, 0);
  int digit = last_digit(top_of(p.m) + p.scale, exponent, significand);
  int shift = digit - p.scale;
  wide r = p.m, one = 1;
  if (shift > 126) {
    r = 0; /* less than half of the smallest value */
  } else if (shift > 0) {
    wide half = one << (shift - 1), rest = p.m & ((one << shift) - 1);
    r = p.m >> shift;
    r += rest > half || (rest == half && (r & 1));
  } else {
    digit = p.scale;
  }
  if (r && top_of(r) + digit > largest_exponent(exponent))
    return infinity(p.negative);
  return compose(p.negative, (uint64_t)r, digit);
}

static int is_finite(double x) { return (bits_of(x) >> 52 & 0x7ff) != 0x7ff; }

double enzyme_rt_round(double x, int32_t exponent, int32_t significand) {
  return is_finite(x) ? round_parts(parts_of(x), exponent, significand) : x;
}

double enzyme_rt_round_quad(quad x, int32_t exponent, int32_t significand) {
  double close = (double)x;
  if (x != x || x - x != 0)
    return close; /* NaN, infinite */
  return round_parts(parts_of_quad(x), exponent, significand);
}

double enzyme_rt_ldexp(double x, int32_t n, int32_t exponent, int32_t significand) {
  if (!is_finite(x) || x == 0)
    return x;
  parts p = parts_of(x);
  p.scale += n < -5000 ? -5000 : n > 5000 ? 5000 : n;
  return round_parts(p, exponent, significand);
}

/* The root in double is within one digit of the format; squares of midpoints are
 * exact in quad, so a comparison decides. */
double enzyme_rt_sqrt(double x, int32_t exponent, int32_t significand) {
  double root = __builtin_sqrt(x);
  if (!(x > 0) || !is_finite(x) || significand >= 52)
    return enzyme_rt_round(root, exponent, significand);
  parts p = parts_of(root);
  int digit = last_digit(top_of(p.m) + p.scale, exponent, significand), shift = digit - p.scale;
  uint64_t low = shift > 63 ? 0 : (uint64_t)p.m >> shift;
  quad middle = (quad)compose(0, 2 * low + 1, digit - 1);
  quad square = middle * middle;
  uint64_t r = (quad)x > square || ((quad)x == square && (low & 1)) ? low + 1 : low;
  return enzyme_rt_round(compose(0, r, digit), exponent, significand);
}

/* a * b is exact in quad; the sum is rounded to odd there, and then once more. */
double enzyme_rt_fma(double a, double b, double c, int32_t exponent, int32_t significand) {
  quad product = (quad)a * (quad)b, sum = product + (quad)c;
  if (sum != sum || sum - sum != 0)
    return (double)sum;
  quad part = sum - product;
  quad error = (product - (sum - part)) + ((quad)c - part);
  if (error != 0) {
    wide bits;
    memcpy(&bits, &sum, sizeof bits);
    if ((error > 0) != (sum > 0))
      bits -= 1;
    bits |= 1;
    memcpy(&sum, &bits, sizeof bits);
  }
  return enzyme_rt_round_quad(sum, exponent, significand);
}

double enzyme_rt_nextafter(double x, double y, int32_t exponent, int32_t significand) {
  if (x != x || y != y)
    return x + y;
  if (x == y)
    return y;
  int largest = largest_exponent(exponent), least = last_digit(-5000, exponent, significand);
  if (x == 0)
    return compose(y < 0, 1, least);
  int negative = x < 0, grows = (y > x) == (x > 0);
  uint64_t most = (UINT64_C(2) << significand) - 1;
  if (!is_finite(x))
    return grows ? x : compose(negative, most, largest - significand);
  parts p = parts_of(x);
  int top = top_of(p.m) + p.scale, digit = last_digit(top, exponent, significand);
  int shift = digit - p.scale;
  uint64_t m = (uint64_t)p.m;
  uint64_t r = shift >= 0 ? (shift > 63 ? 0 : m >> shift) : m << -shift;
  if (!grows && r == UINT64_C(1) << significand && digit > least) {
    r *= 2; /* below a power of two the digits are finer */
    digit -= 1;
  }
  r = grows ? r + 1 : r - 1;
  if (r && top_of(r) + digit > largest)
    return infinity(negative);
  return compose(negative, r, digit);
}
