// Loops whose iterations fill scratch memory anew: each can run again in the reverse sweep.
#include "check.h"

enum { N = 6, D = 9 }; // D: more than are made straight code

/// Scratch made outside the loop, used by each iteration: the mixture's shape.
double mixture(const double *x, int n) {
  double *centred = malloc(n * sizeof *centred), *terms = malloc(n * sizeof *terms), sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      for (int j = 0; j < n; j++)
        centred[j] = x[j] * (k + 1) - x[i];
      for (int j = 0; j < n; j++)
        for (int l = j + 1; l < n; l++)
          centred[l] += centred[j] * x[l] * 0.125;
      double square = 0;
      for (int j = 0; j < n; j++)
        square += centred[j] * centred[j];
      terms[k] = -0.125 * square;
    }
    double most = terms[0], all = 0;
    for (int k = 1; k < n; k++)
      most = most < terms[k] ? terms[k] : most;
    for (int k = 0; k < n; k++)
      all += exp(terms[k] - most);
    sum += log(all) + most;
  }
  free(centred);
  free(terms);
  return sum;
}

double mixtureOfOne(const double *x, int n) { return mixture(x, n) * x[0]; }

/// Arrays of the iteration's own.
double rotations(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 2 < n; i++) {
    double r[3][3], v[3], w[3];
    double c = cos(x[i]), s = sin(x[i]);
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++)
        r[a][b] = a == b ? c : (a < b ? s : -s) * x[i + 1];
    for (int a = 0; a < 3; a++)
      v[a] = x[i + (a & 1)] + a;
    for (int a = 0; a < 3; a++) {
      w[a] = 0;
      for (int b = 0; b < 3; b++)
        w[a] += r[a][b] * v[b];
    }
    sum += w[0] * w[1] / (1 + w[2] * w[2]);
  }
  return sum;
}

/// Each iteration stores its result where nobody reads it here.
void residuals(const double *restrict x, double *restrict y) {
  for (int i = 0; i < N; i++) {
    double a = x[i], b = x[(i + 1) % N];
    for (int k = 0; k < 3; k++) {
      a = sin(a) * b + k;
      b = exp(-b * b) / (1 + a * a);
    }
    y[i] = a * b;
    y[N + i % 2] = a / (2 + sin(b)); // overwritten by later iterations: left out of the second run
  }
}

/// A float goes from iteration to iteration, through more than a sum.
double chained(const double *x, int n) {
  double t[D], state = 0.5, sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < D; k++)
      t[k] = sin(x[i] * (k + 1)) * state;
    for (int k = 1; k < D; k++)
      t[k] = t[k] * t[k - 1] + x[i];
    state = exp(-t[D - 1] * t[D - 1]) + t[1];
    sum += state / (1 + t[2] * t[2]);
  }
  return sum * state;
}

/// What goes out is a whole number, too.
double counted(const double *x, int n) {
  int above = 0;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    for (int k = 0; k < 4; k++)
      t = t * t * 0.5 + x[i] / (1.5 + t);
    if (t > 0.25)
      above++;
    sum += above * exp(-t);
  }
  return sum + above;
}

/// Which element is read only the run knows: any of those that were written.
static const int order[N] = {2, 0, 3, 1, 1, 2};
double anyElement(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double work[D], product = 1;
    for (int k = 0; k < D; k++)
      work[k] = product *= sin(x[i] + k);
    for (int k = 0; k < n; k++)
      sum += work[order[k]] * exp(work[order[(k + i) % N]]);
  }
  return sum;
}

CHECK_FUNCTION_N(anyElement, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(mixture, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(mixtureOfOne, 1, 0.3);
CHECK_FUNCTION_N(rotations, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_VECTOR(residuals, N, N + 2, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(chained, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(counted, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
