// What an inner loop computes anew each time it runs, the same in its k-th iteration, is kept once: not where it
// is another, and enough of it where the inner loop runs longer, later, or not at all.
#include "check.h"

enum { N = 8 };
#define POINT 0.4, 0.7, -0.3, 1.1, 0.2, -0.8, 0.9, 0.5

/* As many iterations each time: rotations by recurrence. */
NOINLINE static void turn(double *y, int n, double angle) {
  for (int half = 1; half < n; half *= 2) {
    double c = cos(angle / half), s = sin(angle / half);
    for (int start = 0; start < n; start += 2 * half) {
      double wr = 1, wi = 0;
      for (int k = start; k < start + half; k++) {
        double a = wr * y[k + half] - wi * y[k] * y[k];
        y[k + half] = y[k] - a * y[k];
        y[k] += a;
        double next = wr * c - wi * s;
        wi = wr * s + wi * c;
        wr = next;
      }
    }
  }
}
static void rotations(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  turn(y, N, x[1]);
}
CHECK_VECTOR(rotations, N, N, POINT);

/* The factors themselves are active, and the same for all rows. */
NOINLINE static void powers(double *y, int rows, int first, int step, double factor) {
  for (int r = 0; r < rows; r++) {
    double w = 1;
    for (int k = 0; k < first + step * r; k++) {
      y[k] = sin(w * y[k] + 0.1 * r);
      w *= factor;
    }
  }
}
static void growing(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  powers(y, 6, 1, 1, x[1] + 0.5);
}
CHECK_VECTOR(growing, N, N, POINT);
static void shrinking(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  powers(y, 9, 7, -1, x[1] + 0.5);
}
CHECK_VECTOR(shrinking, N, N, POINT);
static void beginningLate(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  powers(y, 6, -3, 2, x[1] + 0.5); /* no iteration in the first rows */
}
CHECK_VECTOR(beginningLate, N, N, POINT);
static void never(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  powers(y, 3, -3, 1, x[1] + 0.5);
  powers(y, 0, 5, 1, x[1] + 0.5);
}
CHECK_VECTOR(never, N, N, POINT);

/* As many iterations as the outer loop's values say, up and down; some rows are left out, and the last is not
   finished. */
NOINLINE static double ragged(double *y, const int *length, int rows, double factor, double most) {
  double sum = 0;
  for (int r = 0; r < rows; r++) {
    if (length[r] == 3)
      continue;
    double w = 0.5;
    for (int k = 0; k < length[r]; k++) {
      w = w * factor + 0.1 * k;
      sum += y[k] * w * w;
      y[k] = cos(sum * w);
    }
    if (sum > most)
      break;
    y[r % N] += sum;
  }
  return sum;
}
static void raggedRows(const double *x, double *y) {
  int length[] = {2, 3, 5, 1, 0, 8, 4, 3, 6};
  memcpy(y, x, N * sizeof *y);
  y[0] += ragged(y, length, 9, x[2], 1e9);
  y[1] += ragged(y, length, 9, x[3], 2);
}
CHECK_VECTOR(raggedRows, N, N, POINT);

/* The inner loop is left early. */
NOINLINE static double leaving(double *y, int n, double factor) {
  double sum = 0;
  for (int r = 0; r < n; r++) {
    double w = 1;
    for (int k = 0; k < n; k++) {
      w *= factor;
      if (y[k] * w > 1.2)
        break;
      y[k] = y[k] * w + 0.4;
      sum += sin(y[k] * w);
    }
  }
  return sum;
}
static void leftEarly(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  y[7] += leaving(y, N, x[3] * 0.8);
}
CHECK_VECTOR(leftEarly, N, N, POINT);

/* Only in some iterations of the inner loop. */
NOINLINE static void chosen(double *y, int n, double factor) {
  for (int r = 0; r < n; r++) {
    double w = 1;
    for (int k = 0; k <= r; k++) {
      w *= factor;
      if ((k + r) % 3 == 0) {
        double v = exp(w);
        y[k] = sin(y[k] * v);
      }
      if (k + r < 4) /* only while the runs are short */
        y[k] *= exp(0.5 * w);
      if (y[k] > 0.3)
        y[k] *= cos(w);
    }
  }
}
static void inSomeIterations(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  chosen(y, N, x[4] + 0.6);
}
CHECK_VECTOR(inSomeIterations, N, N, POINT);

/* Each begins with what the outer loop has: another each time. */
static void another(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  double start = x[0];
  for (int r = 0; r < 4; r++) {
    double w = start, v = 1, u = 1; /* u only by way of v */
    for (int k = 0; k < N; k++) {
      y[k] = sin(y[k] * w + y[k] * y[k] * v) * u;
      w *= x[1];
      u = 0.5 * u + 0.3 * u * v;
      v = v * x[2] + 0.01 * r;
    }
    start = 0.3 * y[r];
  }
}
CHECK_VECTOR(another, N, N, POINT);

/* From memory: a table that stays until the loops are over; one that changes from row to row, and within it. */
NOINLINE static void fromTables(double *y, double *stays, double *changes, double *within, int n) {
  for (int r = 0; r < n; r++) {
    double w = 1;
    for (int k = 0; k < n; k++) {
      w = w * stays[k] + 0.2;
      y[k] = sin(y[k] * w * exp(stays[k]) + exp(changes[k]) * y[k] - exp(within[k]));
      within[(k + 3) % n] += 0.1 * y[k];
    }
    changes[r] += 0.1 * y[r];
  }
  for (int k = 0; k < n; k++)
    stays[k] = changes[k] = y[k];
}
static void tables(const double *x, double *y) {
  double a[5], b[5], c[5];
  memcpy(a, x, sizeof a);
  memcpy(b, x + 1, sizeof b);
  memcpy(c, x + 2, sizeof c);
  memcpy(y, x, N * sizeof *y);
  fromTables(y, a, b, c, 5);
  y[7] = a[0] * b[1] * c[2];
}
CHECK_VECTOR(tables, N, N, POINT);

/* The table is known to be none of the others. */
NOINLINE static void fromOwnTable(double *restrict y, const double *restrict stays, double *restrict changes, int n) {
  for (int r = 0; r < n; r++) {
    double w = 1;
    for (int k = 0; k < n; k++) {
      w = w * stays[k] + 0.2;
      y[k] = sin(y[k] * w * exp(stays[k]) + sin(changes[k]) * y[k]);
    }
    changes[r] += 0.1 * y[r];
  }
}
static void ownTable(const double *x, double *y) {
  double a[5], b[5];
  memcpy(a, x, sizeof a);
  memcpy(b, x + 1, sizeof b);
  memcpy(y, x, N * sizeof *y);
  for (int s = 0; s < 2; s++) {
    fromOwnTable(y, a, b, 5 - s);
    a[s] += b[2 * s];
    a[3] *= y[s];
  }
}
CHECK_VECTOR(ownTable, N, N, POINT);

/* A table that is one of the others. */
static void sameTable(const double *x, double *y) {
  double a[5], b[5];
  memcpy(a, x, sizeof a);
  memcpy(b, x + 1, sizeof b);
  memcpy(y, x, N * sizeof *y);
  fromTables(y, a, b, a, 5);
  fromTables(y, b, b, y, 5);
  y[7] = a[0] * b[1];
}
CHECK_VECTOR(sameTable, N, N, POINT);

/* Three and four deep: the same in both loops around, in one, in none. */
NOINLINE static void deep(double *y, const double *x, int n) {
  for (int s = 0; s < 2; s++) {
    double ofStep = x[s] + 0.3 * y[s];
    for (int a = 0; a < n; a++) {
      double ofA = sin(ofStep * a);
      for (int b = 0; b <= a; b++) {
        double u = x[3], v = ofStep, w = ofA, z = 0.1 * b;
        for (int c = 0; c < n - b; c++) {
          y[c] = cos(y[c] * u + y[c] * y[c] * v + exp(y[c]) * w + z / (1 + y[c] * y[c]));
          u *= x[4];
          v = sin(v) + 0.1;
          w = w * w + 0.2 * c;
          z = sqrt(1 + z * z);
        }
      }
    }
  }
}
static void fourDeep(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  deep(y, x, 4);
}
CHECK_VECTOR(fourDeep, N, N, POINT);

/* Loops whose numbers of iterations are not known ahead around those whose numbers are, and within. */
static void untilItIsSmall(const double *x, double *y) {
  memcpy(y, x, N * sizeof *y);
  double rest = 1;
  int n = 2;
  while (rest > 0.05) {
    double w = 1;
    for (int k = 0; k < n; k++) {
      y[k] = y[k] * w * y[k] + 0.1;
      w = w * 0.9 + 0.01;
      for (double t = y[k]; t > 0.3; t *= 0.7)
        y[7] += t * w;
    }
    rest *= 0.3 + 0.1 * sin(y[0]);
    n = n == 2 ? 7 : 3;
  }
}
CHECK_VECTOR(untilItIsSmall, N, N, POINT);
