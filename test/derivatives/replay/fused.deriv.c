// Calls and iterations whose result is only added up: their reverse runs with them.
#include "check.h"

enum { N = 6, D = 5, M = 3 }; // D: more than loops that become straight code
#define EACH for (int k = 0; k < D; k++)

/// Minors: the adjoint of each is the product of the entries that were chosen before.
static double minorOf(int n, const double *a, int row, unsigned used) {
  if (row == n)
    return 1;
  double sum = 0, sign = 1;
  for (int c = 0; c < n; c++)
    if (!(used >> c & 1)) {
      sum += sign * a[row * n + c] * minorOf(n, a, row + 1, used | 1u << c);
      sign = -sign;
    }
  return sum;
}
double determinant(const double *a) { return minorOf(M, a, 0, 0); }

/// The columns that are left are a list, which is written again for each entry; signs are chosen.
static double minorOfList(int n, const double *a, int row, const int *columns, int m) {
  if (m == 1)
    return a[row * n + columns[0]];
  double sum = 0;
  int rest[M];
  for (int k = 0; k < m; k++) {
    int count = 0;
    for (int l = 0; l < m; l++)
      if (l != k)
        rest[count++] = columns[l];
    double term = a[row * n + columns[k]] * minorOfList(n, a, row + 1, rest, m - 1);
    if (k % 2)
      sum = sum - term;
    else
      sum = sum + term;
  }
  return sum;
}
double determinantByLists(const double *a) {
  int columns[M];
  for (int i = 0; i < M; i++)
    columns[i] = i;
  return minorOfList(M, a, 0, columns, M);
}

NOINLINE static double bump(const double *x, double at, double width) {
  double sum = 0;
  EACH sum += exp(-(x[k] - at) * (x[k] - at) / (width * width));
  return sum;
}
/// Scaled, subtracted, divided; arguments that stay and arguments that change.
double energy(const double *x, int n) {
  double sum = 0, width = 1 + x[0] * x[0], at = 0.5;
  for (int i = 0; i < n; i++) {
    sum -= bump(x, at, width) * x[i] / (1 + x[1] * x[1]);
    at = sin(at) + x[i];
  }
  return 2 * sum / width + at;
}
/// Weights that stay constant are written again for each call; a sum is chosen by what is known.
NOINLINE static double weighted(const double *x, const double *w, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += w[i] * sin(x[i]) * x[n - 1 - i];
  return sum;
}
double chosen(const double *x, int n) {
  double w[N], sum = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      w[k] = 0.5 * k - i;
    double value = weighted(x, w, n), scaled = value * x[i];
    sum += x[i] > 0 ? value : i % 3 ? -scaled : 2 * scaled;
  }
  return sum;
}
/// Straight on: two calls, one of them used twice.
double both(const double *x) {
  double a = bump(x, x[0], 2), b = bump(x, x[1], x[2]);
  return 3 * a - (a + x[2] * b) * x[0];
}
/// Loops in loops hand the adjoint of the last sum in.
double pairs(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      sum += bump(x, x[i], 1 + x[j] * x[j]);
  return sum * x[0] + x[1] * sum;
}
/// Two sums, from iterations over scratch; a whole number goes from one to the next.
double moments(const double *x, int n) {
  double first = 0, second = 0, work[D];
  unsigned state = 7;
  for (int i = 0; i < n; i++) {
    state = state * 1103515245u + 12345u;
    double noise = (state >> 16 & 255) / 256.0;
    EACH work[k] = sin(x[i] * (k + 1) + noise);
    double product = 1;
    EACH product *= work[k] * work[(k + 1) % D] + noise;
    first += product;
    second += product * product;
  }
  return first * x[0] - second;
}
/// No iteration at all, or a sum that nobody asks for.
double maybe(const double *x, int n) {
  double sum = x[0], other = 0;
  if (x[1] > 0)
    for (int i = 0; i < n - N; i++)
      sum += bump(x, x[i], 1);
  for (int i = 0; i < n; i++)
    other += bump(x, x[i], 2);
  return sum + (n < 0 ? other : x[1]);
}
/// The sum is compared, and both outcomes go the same way.
double watched(const double *x, int n) {
  double sum = 0;
  int above = 0;
  for (int i = 0; i < n; i++) {
    sum += bump(x, x[i], 1.5);
    if (sum > 2)
      above++;
  }
  return sum + above;
}
/// The way out goes through a phi behind each exit.
double leftInTheMiddle(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 0.45)
      break;
    sum += bump(x, x[i], 1.5);
  }
  return sum * 0.5;
}

/// Sums in memory that nobody looks at later: forces of pairs.
void forces(const double *restrict x, double *restrict a) {
  for (int i = 0; i < N; i++)
    a[i] = 0.25 * i;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
      double d = x[i] - x[j], square = d * d + 0.5;
      double inverse = 1 / (square * sqrt(square));
      a[i] -= inverse * d;
      a[j] += 2 * inverse * d * x[0];
    }
}
/// The same, where the sums may be the inputs: a test at run time decides.
void forcesPerhaps(const double *x, double *a) {
  for (int i = 0; i < N; i++)
    a[i] = 0.25 * i;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
      double d = x[i] - x[j], square = d * d + 0.5;
      double inverse = 1 / (square * sqrt(square));
      a[i] -= inverse * d;
      a[j] += 2 * inverse * d * x[0];
    }
}
/// One update in each loop of a nest, in memory that nothing else is known of; the inner
/// loops run with their reverse inside the outer ones.
void nest(const double *x, double *a) {
  for (int i = 0; i < N; i++)
    a[i] = 0.125 * i;
  for (int i = 0; i < N; i++) {
    double u = exp(0.3 * x[i]);
    for (int j = 0; j < i; j++) {
      double v = u / (1.5 + x[j] * x[j]);
      for (int k = 0; k <= j; k++) {
        double w = sqrt(1.2 + v * x[k]);
        a[(i + k) % N] += w * x[j];
        a[k] -= w / u;
      }
      a[j] += v * v;
    }
    a[i] += u * x[0];
  }
}
/// Two sums of which nobody knows whether they are one.
void twoSums(const double *x, double *a, double *b) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double d = 1 / (1 + (x[i] - x[j]) * (x[i] - x[j])), e = sqrt(d + x[j] * x[j]);
      a[i % 2] += d * e * x[i];
      b[j % 2] -= e;
    }
}
void apart(const double *x, double *y) {
  y[0] = y[1] = 0.5;
  y[2] = y[3] = -1;
  twoSums(x, y, y + 2);
}
void overlapping(const double *x, double *y) {
  y[0] = y[1] = y[2] = 0.25;
  y[3] = x[0];
  twoSums(x, y, y + 1);
}
/// What is added is lost where two updates meet in one place.
void lostUpdates(const double *x, double *y) {
  y[0] = y[1] = y[2] = x[0] * x[1];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double d = x[i] - x[j], e = 1 / (1.5 + d * d * d), f = sqrt(e + x[i] * x[i]);
      double first = y[i % 3], second = y[j % 3];
      y[i % 3] = first + e * f;
      y[j % 3] = second - f * x[j];
    }
}
/// Sums in memory and one that is returned; some only where a condition holds.
double histogram(const double *restrict x, double *restrict bins) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    double t = x[i];
    EACH t = sin(t) * t + x[(i + k) % N];
    if (t > 0.2)
      bins[i % 2] += t * x[i];
    sum += t * t;
  }
  return sum;
}
void intoMemory(const double *x, double *y) {
  y[0] = y[1] = 0.5;
  y[2] = histogram(x, y);
}

CHECK_FUNCTION(determinant, M *M, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6);
CHECK_FUNCTION(determinantByLists, M *M, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.7, 0.15, -0.6);
CHECK_FUNCTION_N(chosen, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_VECTOR(forces, N, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_VECTOR(forcesPerhaps, N, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_VECTOR(nest, N, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_VECTOR(apart, N, 4, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_VECTOR(overlapping, N, 4, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_VECTOR(lostUpdates, N, 3, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_VECTOR(intoMemory, N, 3, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(energy, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION(both, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(pairs, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(moments, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(maybe, N, 0.3, 0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(watched, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25);
CHECK_FUNCTION_N(leftInTheMiddle, N, 0.3, -0.2, 0.1, 0.5, -0.4, 0.25);
