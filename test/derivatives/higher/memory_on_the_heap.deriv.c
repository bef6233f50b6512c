// Derivatives of derivatives through memory from malloc, calloc and realloc: shadows of shadows
// live and die with it.
#include "nests.h"
double table(double x) { // x sum_{i<4} (i+1) x^i
  double *a = (double *)malloc(4 * sizeof(double));
  double p = x, sum = 0;
  for (int i = 0; i < 4; i++) {
    a[i] = p * (i + 1);
    p *= x;
  }
  for (int i = 0; i < 4; i++)
    sum += a[i];
  free(a);
  return sum;
}
#define t1(x) (1 + 4 * x + 9 * x * x + 16 * x * x * x)
#define t2(x) (4 + 18 * x + 48 * x * x)
#define t3(x) (18 + 96 * x)
double grown(double x) { // sum_{i<5} (i x)^3 = 100 x^3
  double *a = 0;
  for (int i = 0; i < 5; i++) {
    a = (double *)realloc(a, sizeof(double) * (size_t)(i + 1));
    a[i] = i * x;
  }
  double sum = 0;
  for (int i = 0; i < 5; i++)
    sum += a[i] * a[i] * a[i];
  free(a);
  return sum;
}
#define g1(x) (300 * x * x)
#define g2(x) (600 * x)
#define g3(x) 600
double inLoop(double x) { // x^7 with a cell an iteration
  double r = x;
  for (int i = 0; i < 3; i++) {
    double *cell = (double *)calloc(2, sizeof(double));
    cell[1] = r * x;
    cell[0] += cell[1];
    r = cell[0] * x;
    free(cell);
  }
  return r;
}
#define l1(x) (7 * pow(x, 6))
#define l2(x) (42 * pow(x, 5))
#define l3(x) (210 * pow(x, 4))
// How often the inner loop runs is kept beside the rows' addresses; it is none of them.
typedef struct {
  double *begin, *end;
} row;
static double cubesOver(row *rows, const row *last) {
  double sum = 0;
  for (; rows != last; ++rows) {
    for (const double *at = rows->begin; at != rows->end; ++at)
      sum += *at * *at * *at;
    rows->end = rows->begin;
  }
  return sum;
}
double ragged(double x) { // sum_{i<4} i (i x)^3 = (1 + 16 + 81) x^3
  row *rows = (row *)malloc(4 * sizeof(row));
  for (int i = 0; i < 4; i++) {
    rows[i].begin = (double *)malloc((size_t)(i + 1) * sizeof(double));
    rows[i].end = rows[i].begin;
    for (int j = 0; j < i; j++)
      *rows[i].end++ = i * x;
  }
  double sum = cubesOver(rows, rows + 4);
  for (int i = 0; i < 4; i++)
    free(rows[i].begin);
  free(rows);
  return sum;
}
#define c1(x) (294 * x * x)
#define c2(x) (588 * x)
#define c3(x) 588

CHECK_NESTS(table, t1, t2, t3, 2, -0.5);
CHECK_NESTS(grown, g1, g2, g3, 2, -0.5);
CHECK_NESTS(inLoop, l1, l2, l3, 1.5, -0.5);
CHECK_NESTS(ragged, c1, c2, c3, 2, -0.5);
