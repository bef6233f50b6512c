// fmod, remainder and remquo in both arguments.
#include "check.h"

double modulus(double x, double y) { return fmod(x, y); }
double ieeeRemainder(double x, double y) { return remainder(x, y); }
double withQuotient(double x, double y) {
  int quotient;
  const double r = remquo(x, y, &quotient);
  return r * x + quotient;
}

CHECK_SCALAR2(modulus, 7.3, 2, -7.3, 2, 7.3, -2.1);
CHECK_SCALAR2(ieeeRemainder, 7.3, 2, -7.3, 2, 7.8, 2.1);
CHECK_SCALAR2(withQuotient, 7.3, 2, -7.3, 2, 7.8, 2.1);
