// matrix: full
// Loops whose results a condition chooses or drops: their reverse runs only where they were
// chosen. And some that have more to do than that.
#include "check.h"

enum { N = 6, D = 5 };
#define EACH for (int k = 0; k < D; k++)

static double distance(const double *x, double at) {
  double square = 0;
  EACH square += (x[k] - at) * (x[k] - at) * exp(0.1 * x[k]);
  return square;
}
/// The nearest of many: chosen and dropped again, first and last.
double nearest(const double *x) {
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double least = 0;
    for (int j = 0; j < N; j++) {
      double square = distance(x, 0.3 * ((5 * j + i) % N));
      if (j == 0 || square < least)
        least = square;
    }
    sum += least * x[i];
  }
  return sum;
}
/// No centre at all, and loops without an iteration.
double perhaps(const double *x, int n) {
  double most = x[0];
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int k = 0; k < j - 2; k++)
      sum += sin(x[k]) * x[j];
    most = sum > most ? sum : most;
  }
  for (int j = n; j < n; j++)
    most = distance(x, j) > most ? 0.5 : most;
  return most * most;
}
/// Adjoints that are zero by chance: at such a point second derivatives are not.
double zeroByChance(const double *x) {
  double least = x[1];
  for (int j = 0; j < 3; j++) {
    double square = distance(x, x[j]);
    least = square < least ? square : least;
  }
  return (least - least * x[2]) * (x[5] - 0.25);
}
/// The other side of the choice, the negated choice, a choice of choices.
double choices(const double *x) {
  double low = 1, high = 0, both = 0.5;
  for (int j = 0; j < N; j++) {
    double a = distance(x, 0.2 * j), b = 0;
    EACH b += cos(a * x[k]);
    low = a > low ? low : a;
    high = !(b > high) ? high : b;
    both = x[j] > 0 ? (b > both ? b : both) : both + 0.1 * a;
  }
  return low * high + both;
}
/// The result is used where it was not chosen, too: by another condition, by a product,
/// in memory, in the next iteration.
double usedTwice(const double *x) {
  double least = 2, other = 0, last = 0.25;
  for (int j = 0; j < N; j++) {
    double square = distance(x, 0.2 * j + 0.1 * last);
    least = square < least ? square : least;
    other = x[j] > 0.2 ? square : other;
    last = square;
  }
  return least + 2 * other;
}
double product(const double *x) {
  double least = 2, all = 1;
  for (int j = 0; j < N; j++) {
    double square = distance(x, 0.3 * j);
    least = square < least ? square : least;
    all *= 1 + 0.1 * square;
  }
  return least * all;
}
void stored(const double *x, double *y) {
  double least = 2;
  for (int j = 0; j < N; j++) {
    double square = distance(x, 0.3 * j);
    y[j] = square;
    least = square < least ? square : least;
  }
  y[0] += least;
}
/// The loop leaves something in memory, whether it was chosen or not.
void writesToo(const double *x, double *y) {
  double least = 2;
  for (int j = 0; j < N; j++) {
    double square = 0;
    EACH {
      square += (x[k] - 0.3 * j) * (x[k] - 0.3 * j);
      y[k] += square * x[j];
    }
    least = square < least ? square : least;
  }
  y[5] = least;
}
void sums(const double *x, double *y) {
  for (int i = 0; i < N; i++)
    y[i] = x[i];
  writesToo(x, y);
}
/// Two results of one loop: one is chosen, one is not.
double twoResults(const double *x) {
  double least = 2, total = 0;
  for (int j = 0; j < N; j++) {
    double square = 0, sum = 0;
    EACH {
      square += (x[k] - 0.3 * j) * (x[k] - 0.3 * j);
      sum += sin(square);
    }
    least = square < least ? square : least;
    total += sum;
  }
  return least + total;
}
/// Both chosen by one condition.
double bothChosen(const double *x) {
  double least = 2, with = 0;
  for (int j = 0; j < N; j++) {
    double square = 0, sum = 0;
    EACH {
      square += (x[k] - 0.3 * j) * (x[k] - 0.3 * j);
      sum += sin(square);
    }
    with = square < least ? sum : with;
    least = square < least ? square : least;
  }
  return least * with;
}

#define POINT 0.3, 0.9, -0.4, 0.6, 1.2, 0.25
CHECK_FUNCTION(nearest, N, POINT);
CHECK_FUNCTION_N(perhaps, N, POINT);
CHECK_FUNCTION(zeroByChance, N, POINT);
CHECK_FUNCTION(choices, N, POINT);
CHECK_FUNCTION(usedTwice, N, POINT);
CHECK_FUNCTION(product, N, POINT);
CHECK_VECTOR(stored, N, N, POINT);
CHECK_VECTOR(sums, N, N, POINT);
CHECK_FUNCTION(twoResults, N, POINT);
CHECK_FUNCTION(bothChosen, N, POINT);
