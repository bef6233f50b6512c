// Scratch that each iteration of a loop fills and reads: which read of a place is the last, in an
// iteration, behind the loop, or before a second write, decides what its adjoint is added to.
#include "check.h"
enum { D = 6 };

// In three loops, one of them backwards.
double readThrice(const double *x, int n) {
  double *w = malloc(n * sizeof *w), sum = 0;
  for (int t = 0; t < 4; t++) {
    for (int i = 0; i < n; i++)
      w[i] = x[i] * x[(i + t) % n];
    for (int i = 0; i < n; i++)
      sum += w[i] * w[i];
    for (int i = n - 1; i >= 0; i--)
      sum += w[i] * w[n - 1 - i];
    for (int i = 0; i < n; i++)
      sum *= 1 + 0.01 * w[i];
  }
  free(w);
  return sum;
}
CHECK_FUNCTION_N(readThrice, 5, 0.1, 0.2, -0.3, 0.4, 0.5);
double readThriceOne(const double *x, int n) { return readThrice(x, n); }
CHECK_FUNCTION_N(readThriceOne, 1, 0.7);

// Neighbours, one place again and again, places by an index, every second, in a nest.
double notOnce(const double *x, int n) {
  double w[D + 2], sum = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < D + 2; i++)
      w[i] = x[i % n] + 0.1 * t * x[0];
    for (int i = 0; i < D; i++)
      sum += sin(w[i] * w[i + 1]) * w[0];
    for (int i = 0; i < D; i++)
      sum += exp(0.1 * w[i / 2]) * w[(i * 5) % D];
    for (int k = 0; k < 2; k++)
      for (int i = 0; i < D; i += 2)
        sum *= 1 + 0.1 * w[i];
  }
  return sum;
}
CHECK_FUNCTION_N(notOnce, 4, 0.3, 0.2, 0.5, -0.4);

// What the iteration before left is read, in some iterations, in some places, or behind the loop.
double fromBefore(const double *x, int n) {
  double *w = malloc((n + 1) * sizeof *w), sum = 0;
  for (int i = 0; i <= n; i++)
    w[i] = x[0] * x[i % n];
  for (int t = 0; t < 6; t++) {
    if (t % 2)
      for (int i = 0; i < n; i++)
        w[i] = x[i] * (1 + t);
    for (int i = 0; i < n; i++)
      sum += sin(w[i]) * (t + 1);
  }
  for (int i = 0; i < n; i++)
    sum += w[i] * x[i];
  free(w);
  return sum;
}
CHECK_FUNCTION_N(fromBefore, 3, 0.3, 0.2, 0.5);
double inPart(const double *x, int n) {
  double *w = malloc(n * sizeof *w), sum = 0;
  for (int i = 0; i < n; i++)
    w[i] = x[i] * x[i];
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < t; i++)
      w[i] = cos(x[i] * (1 + t));
    for (int i = 0; i < n; i++)
      sum += w[i] * w[i] * x[t];
  }
  free(w);
  return sum;
}
CHECK_FUNCTION_N(inPart, 5, 0.3, 0.2, 0.5, 0.9, -0.4);
double behind(const double *x, int n) {
  double *w = malloc(n * sizeof *w), sum = 0;
  for (int t = 0; t < n; t++) {
    for (int i = 0; i < n; i++)
      w[i] = x[i] * x[i] * x[i] + t;
    for (int i = 0; i < n; i++)
      sum += sin(w[i]) * t;
  }
  for (int i = 0; i < n; i++)
    sum += w[i] * x[0];
  free(w);
  return sum;
}
CHECK_FUNCTION_N(behind, 3, 0.3, 0.2, 0.5);

// The ranges differ from iteration to iteration; left early, in the middle of what is read.
double ranges(const double *x, int n) {
  double *w = malloc(n * sizeof *w), sum = 0;
  for (int t = 1; t <= n; t++) {
    int first = t / 2;
    for (int i = 0; i < t; i++)
      w[i] = sin(x[i] + t);
    for (int i = first; i < t; i++) {
      sum += w[i] * w[i];
      if (sum > 2.5 + 0.1 * t)
        break;
    }
    if (sum > 4)
      break;
    for (int i = 0; i < first; i++)
      sum += 0.1 * w[i];
  }
  free(w);
  return sum;
}
CHECK_FUNCTION_N(ranges, 6, 0.3, 0.2, 0.5, 0.9, -0.4, 0.6);

// Overwritten where it was read; sums and products in place; shifted.
double overwritten(const double *x, int n) {
  double w[D], sum = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < D; i++)
      w[i] = x[i % n] + t;
    for (int i = 0; i < D; i++)
      w[i] += x[(i + 1) % n] * w[0];
    for (int i = 0; i + 1 < D; i++) {
      double here = w[i], next = w[i + 1];
      w[i] = here * next;
      sum += 0.01 * next * here;
    }
    for (int i = 0; i < D; i++) {
      double old = w[i];
      w[i] = x[i % n];
      sum += 0.1 * old * w[i];
    }
  }
  return sum;
}
CHECK_FUNCTION_N(overwritten, 4, 0.3, 0.2, 0.5, -0.4);

// Two buffers that change places; memory of each iteration; of the iteration before.
double exchanged(const double *x, int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = b[i] = x[i];
  for (int t = 0; t < 5; t++) {
    for (int i = 0; i < n; i++)
      b[i] = sin(a[i]) + x[i];
    for (int i = 0; i < n; i++)
      sum += a[i] * b[i];
    double *c = a;
    a = b;
    b = c;
  }
  free(a);
  free(b);
  return sum;
}
CHECK_FUNCTION_N(exchanged, 3, 0.3, 0.2, 0.5);
double ofEach(const double *x, int n) {
  double *last = 0, sum = 0;
  for (int t = 0; t < 4; t++) {
    double *w = malloc(n * sizeof *w);
    for (int i = 0; i < n; i++)
      w[i] = x[i] * (t + 1) + sum;
    for (int i = 0; i < n; i++)
      sum += 0.1 * w[i] * w[i];
    if (last)
      for (int i = 0; i < n; i++)
        sum += 0.1 * last[i] * x[0];
    free(last);
    last = w;
  }
  for (int i = 0; i < n; i++)
    sum += 0.01 * last[i] * last[i];
  free(last);
  return sum;
}
CHECK_FUNCTION_N(ofEach, 3, 0.3, 0.2, 0.5);

// Loops within iterations that run again; a sum that is known ahead; a function's own.
static double energyOf(const double *x, double *w, int n, double scale) {
  for (int i = 0; i < n; i++)
    w[i] = exp(scale * x[i]);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += w[i] * sin(w[i]);
  return sum;
}
double nests(const double *x, int n) {
  double *w = malloc(n * sizeof *w), *terms = malloc(3 * sizeof *terms), sum = 0;
  for (int t = 0; t < 4; t++) {
    for (int j = 0; j < 3; j++) {
      terms[j] = energyOf(x, w, n, 0.1 * (t + j));
      if (j == 1)
        terms[0] += w[0];
    }
    double product = 1;
    for (int j = 0; j < 3; j++)
      product *= terms[j];
    for (int j = 0; j < 3; j++)
      sum += log(1 + terms[j] * terms[j]) + 1e-3 * product;
  }
  free(terms);
  free(w);
  return sum;
}
CHECK_FUNCTION_N(nests, 3, 0.3, 0.2, 0.5);
double nestsOfOne(const double *x, int n) { return nests(x, n); }
CHECK_FUNCTION_N(nestsOfOne, 1, 0.4);

// Read under a condition that changes; not at all in some iterations.
double sometimes(const double *x, int n) {
  double *w = malloc(n * sizeof *w), sum = 0;
  for (int t = 0; t < 5; t++) {
    for (int i = 0; i < n; i++)
      w[i] = x[i] * x[i] + t;
    if (t == 3)
      continue;
    for (int i = 0; i < n; i++)
      if ((i + t) % 2)
        sum += w[i] * x[t % n];
    if (t == 1)
      for (int i = 0; i < n; i++)
        sum += sin(w[i]);
  }
  free(w);
  return sum;
}
CHECK_FUNCTION_N(sometimes, 4, 0.3, 0.2, 0.5, 0.7);
