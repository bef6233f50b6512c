/*===- Numbers.h - of single numbers --------------------------------------------------------===
 *
 * What flang leaves to its library although no array is meant. Where a number is taken apart,
 * its exponent is as constant as an integer.
 *===-------------------------------------------------------------------------------===*/
#ifndef ENZYME_FORTRAN_NUMBERS_H
#define ENZYME_FORTRAN_NUMBERS_H

#include "Descriptor.h"

double ldexp(double, int), frexp(double, int *), nextafter(double, double), exp(double),
    erfc(double);
float ldexpf(float, int), frexpf(float, int *), nextafterf(float, float);

#define REMAINDERS(KIND, TYPE, REMAINDER, FLOOR)                                                   \
  TYPE enzyme_body_Mod##KIND(TYPE a, TYPE p, PLACE) { return REMAINDER(a, p); }                    \
  TYPE enzyme_body_Modulo##KIND(TYPE a, TYPE p, PLACE) { return a - FLOOR(a / p) * p; }

REMAINDERS(Real4, float, fmodf, floorf)
REMAINDERS(Real8, double, fmod, floor)
REMAINDERS(Real10, long double, fmodl, floorl)

/*--- taken apart -----------------------------------------------------------------------------*/

static inline int within(size exponent) {
  return exponent > 10000 ? 10000 : exponent < -10000 ? -10000 : (int)exponent;
}

#define PARTS(KIND, TYPE, LETTER)                                                                  \
  TYPE enzyme_body_Scale##KIND(TYPE x, size by) { return ldexp##LETTER(x, within(by)); }           \
  TYPE enzyme_body_Fraction##KIND(TYPE x) {                                                        \
    int exponent;                                                                                  \
    return frexp##LETTER(x, &exponent);                                                            \
  }                                                                                                \
  TYPE enzyme_body_SetExponent##KIND(TYPE x, size to) {                                            \
    int exponent;                                                                                  \
    return ldexp##LETTER(frexp##LETTER(x, &exponent), within(to));                                 \
  }                                                                                                \
  TYPE enzyme_body_Nearest##KIND(TYPE x, _Bool isUp) {                                             \
    return nextafter##LETTER(x, isUp ? (TYPE)__builtin_inf() : -(TYPE)__builtin_inf());            \
  }

PARTS(4, float, f)
PARTS(8, double, )

/* exp(x**2) * erfc(x); where the first would be infinite, the series in 1 / x**2. */
double enzyme_body_ErfcScaled8(double x) {
  if (x < 26)
    return exp(x * x) * erfc(x);
  double t = 0.5 / (x * x), rootOfPi = 1.7724538509055160273;
  return (1 - t * (1 - 3 * t * (1 - 5 * t * (1 - 7 * t * (1 - 9 * t))))) / (x * rootOfPi);
}

/*--- powers of complex numbers -----------------------------------------------------------*/

#define POWER(NAME, TYPE)                                                                          \
  _Complex TYPE enzyme_body_##NAME(_Complex TYPE base, int exponent) {                             \
    _Complex TYPE result = 1, square = base;                                                       \
    for (unsigned left = exponent < 0 ? -(unsigned)exponent : exponent; left; left >>= 1) {        \
      if (left & 1)                                                                                \
        result *= square;                                                                          \
      if (left > 1)                                                                                \
        square *= square;                                                                          \
    }                                                                                              \
    return exponent < 0 ? 1 / result : result;                                                     \
  }

POWER(cpowi, float)
POWER(zpowi, double)

#endif
