// Tasks with small arrays and structures of numbers of their own, which are handed over as the numbers in them.
//! teams: all
#define N 40
#define REPEATS 10
#include "check.h"
#include <array>
#include <complex>

static double collect(const double *y) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += y[i] * y[i];
  return sum;
}
static double arrays(double *x) { // each task has what was there when it was made
  double own[3] = {x[0], x[1], x[2] * x[0]}, y[N];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++) {
#pragma omp task firstprivate(own, i) shared(y)
    {
      own[(i + 1) % 3] *= x[i];
      own[0] += own[1] * own[i % 3];
      y[i] = own[0] * own[2];
    }
    own[i % 3] = 0.5 * own[i % 3] + x[i];
  }
  return collect(y) + own[1];
}
struct Point {
  double x, y, z;
  double squared() const { return x * x + y * z; }
};
static double points(double *x) {
  Point at = {x[0], x[1], x[2]};
  double y[N];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++) {
    at.y = x[i];
#pragma omp task firstprivate(at, i) shared(y)
    {
      at.x *= x[i];
      y[i] = at.squared();
    }
  }
  return collect(y) * at.x;
}
static double ofLoops(double *x) {
  double own[2][3] = {{x[0], x[1], 2}, {x[2], x[3], x[4]}}, y[N];
#pragma omp parallel
#pragma omp single
#pragma omp taskloop firstprivate(own) shared(y) grainsize(3)
  for (int i = 0; i < N; i++)
    y[i] = own[i % 2][i % 3] * x[i];
  return collect(y) * own[0][0];
}
static double ofLibrary(double *x) {
  std::array<double, 4> own = {x[0], x[1], x[2], 1};
  std::complex<double> turn(x[3], x[4]);
  double y[N];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++) {
#pragma omp task firstprivate(own, turn, i) shared(y)
    {
      turn *= std::complex<double>(own[i % 4], x[i]);
      y[i] = turn.real() * turn.imag();
    }
    own[i % 4] += 0.1 * x[i];
  }
  return collect(y);
}
static double handedOn(double *x) { // to a task that it makes, and to a function
  double own[3] = {x[0], x[1], x[2]}, y[N];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++)
#pragma omp task firstprivate(own, i) shared(y)
  {
    Point at = {own[0], own[1], own[2]};
    own[1] = at.squared() * x[i];
#pragma omp task firstprivate(own, i) shared(y)
    y[i] = own[1] * own[i % 3];
    own[1] = 0;
#pragma omp taskwait
    y[i] *= x[i] + own[1];
  }
  return collect(y);
}
struct Mixed {
  float a, b;
  double c;
};
static double mixed(double *x) { // whole, and member by member
  Mixed v = {(float)1.5f, 2.0f, x[0]};
  double y[N];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N; i++) {
#pragma omp task firstprivate(v, i) shared(y)
    {
      Mixed w = v;
      v.c *= x[i];
      w.c += v.c * v.a;
      Mixed *p = i % 2 ? &v : &w;
      p->c *= p->b;
      y[i] = v.c + w.c;
    }
    v.c = 0.9 * v.c + x[i];
  }
  return collect(y);
}
#define ALL(X) X(arrays) X(points) X(ofLoops) X(ofLibrary) X(handedOn) X(mixed)

ALL(DERIVATIVES)
int main(void) {
  ALL(CHECK)
  return failures != 0;
}
