/*===- nested.h - functions that take derivatives themselves ---------------===
 *
 *   saddle    F(a) = max_b f(a, b): ascent along the gradient of f by b, then dF/da;
 *             f is a quadratic saddle with a coupling.
 *   particle  a charge moves in a potential, its acceleration is minus the gradient
 *             of the potential; how far from the origin it hits the plane y = 0, as
 *             a function of where a movable charge is.
 *
 * The inner derivative and the outer one can each be forward or reverse: four
 * orders. Here are the functions; the requests are in nested.cpp.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_NESTED_H
#define BENCH_NESTED_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

constexpr int SaddleSize = 4;

inline double saddle(const double *a, const double *b) {
  double sum = 0, couple = 0;
  for (int i = 0; i < SaddleSize; i++) {
    sum += a[i] * a[i] - b[i] * b[i] - 0.1 * b[i] * b[i] * b[i] * b[i];
    couple += a[i] * b[(i + 1) % SaddleSize];
  }
  return sum + 0.5 * couple;
}

/** Charges at (10, 10 - w) and (10, 0). */
inline double potential(const double *place, const double *w) {
  double dx = place[0] - 10, dy = place[1] - 10 + *w;
  return 1 / std::sqrt(dx * dx + dy * dy) + 1 / std::sqrt(dx * dx + place[1] * place[1]);
}

/** Tools that overload operators would need their scalars inside each other. */
struct Nested {};
using Case = Nested;
#define WITHOUT_PEERS

#endif
