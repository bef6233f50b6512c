// A point of three coordinates in a vector of four lanes: what the fourth one holds after the
// division by it is read nowhere, and LLVM puts nothing there. Its adjoint is zero all the same.
// flags: -Wno-psabi -ffp-contract=off
#include "check.h"
typedef double Lanes __attribute__((vector_size(32)));

static Lanes all(double x) { return (Lanes){x, x, x, x}; }

static Lanes projected(const double *x) {
  Lanes columns[4] = {
      {1, x[0], 0.2, 0.1}, {0.1, 2, 0.3, x[1]}, {0.1, x[2], 1.5, 0.3}, {x[0], 0.1, 0.2, 1.4}};
  return columns[3] + columns[2] * all(0.3) + columns[1] * all(x[1]) + columns[0] * all(x[0]);
}

static double scaledAndShifted(const double *x) {
  Lanes point = projected(x);
  point = point * all(1 / point[3]);
  point = point * all(0.5);
  point = point + all(0.5);
  return 4 * point[0] + 3 * point[1] + point[2];
}
CHECK_FUNCTION(scaledAndShifted, 3, 0.7, 0.45, 0.8);

static double dividedAndSubtracted(const double *x) {
  Lanes point = projected(x);
  point = (point - all(0.25)) / all(point[3]);
  point = all(1) / (all(3) - point / all(7));
  return point[0] * point[1] - point[2];
}
CHECK_FUNCTION(dividedAndSubtracted, 3, 0.7, 0.45, 0.8);

static double shuffled(const double *x) {
  Lanes point = projected(x);
  Lanes turned = __builtin_shufflevector(point, point, 1, 2, 0, -1);
  Lanes doubled = turned * point * all(x[2] / point[3]) * (Lanes){2, 3, 4, 5};
  return doubled[0] + doubled[1] * doubled[2];
}
CHECK_FUNCTION(shuffled, 3, 0.7, 0.45, 0.8);

static double chosen(const double *x) {
  Lanes point = projected(x), other = x[0] > 0.5 ? point * all(1 / point[3]) : all(2);
  for (int i = 0; i < 3; i++)
    other = other * all(0.9) + __builtin_shufflevector(other, other, 2, 0, 1, -1) * all(x[i]);
  return other[0] + 2 * other[1] + 3 * other[2];
}
CHECK_FUNCTION(chosen, 3, 0.7, 0.45, 0.8);
