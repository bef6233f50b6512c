// Scratch of structures that an iteration fills, and reads by an index from elsewhere.
#include "check.h"

enum { N = 6 };
struct phase {
  double re, im;
};
static const int which[N] = {2, 0, 1, 1, 3, 0};

/// All of it is filled in each iteration.
double filled(const double *x, int n) {
  struct phase phases[4];
  double sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++)
      phases[k] = (struct phase){cos(k * x[i]), sin(k * x[i])};
    for (int k = 0; k < n; k++)
      sum += exp(phases[which[k]].re * x[k]) * phases[which[k]].im;
  }
  return sum;
}

/// One member of one of them is left as the iteration before made it.
double kept(const double *x, int n) {
  struct phase phases[4] = {{0}};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      phases[k] = (struct phase){cos(k * x[i]), sin(k * x[i])};
    phases[3].re = x[i];
    for (int k = 0; k < n; k++)
      sum += exp(phases[which[k]].re * x[k]) * phases[which[k]].im;
    phases[3].im = 0.25 * sum;
  }
  return sum;
}

/// A whole structure is filled in some iterations only.
double sometimes(const double *x, int n) {
  struct phase phases[4] = {{0}};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      phases[k] = (struct phase){cos(k * x[i]), sin(k * x[i])};
    if (x[i] > 0.5)
      phases[3] = (struct phase){x[i] * x[i], sum};
    for (int k = 0; k < n; k++)
      sum += exp(phases[which[k]].re * x[k]) * phases[which[k]].im;
  }
  return sum;
}

CHECK_FUNCTION_N(filled, N, 0.3, -0.7, 0.9, 0.2, 0.6, -0.4);
CHECK_FUNCTION_N(kept, N, 0.3, -0.7, 0.9, 0.2, 0.6, -0.4);
CHECK_FUNCTION_N(sometimes, N, 0.3, -0.7, 0.9, 0.2, 0.6, -0.4);
