// Memory of the function's own by more lanes than fit into one register: whole registers' lanes lie side by side, the
// remaining ones in memory of their own. Filled, copied, exchanged, compared, freed and grown; each lane is the derivative
// of width 1.
#include "check.h"
extern int enzyme_dupv;
enum { inputs = 5, most = 27 };

static double filled(const double *x, int n) { // cleared, written in part, chosen by numbers
  double table[12], s = 0;
  memset(table, 0, sizeof table);
  for (int i = 0; i < n; i++)
    table[2 * i] = x[i] * x[0];
  for (int i = 0; i < n; i++)
    s = 0.8 * s + table[(3 * i) % 11] * table[2 * i];
  return s;
}

static double
overwritten(const double *x,
            int n) { // cleared when made, and by the program; its last element is set at once
  double last[64], *a = (double *)calloc(n, sizeof(double)),
                   *b = (double *)malloc(n * sizeof(double)), s = 0;
  last[63] = x[1];
  for (int i = 0; i < n; i++)
    b[i] = 0;
  for (int i = 0; i < n; i++)
    a[i] = sin(x[i]), b[i] = a[i] * x[0];
  for (int i = 0; i < 63; i++)
    last[i] = a[i % n] * 0.5;
  for (int i = 0; i < n; i++)
    s = 0.7 * s + a[i] * b[(2 * i) % n] * last[(62 + i) % 64];
  free(b);
  free(a);
  return s;
}

static double exchanged(const double *x, int n) {
  double *from = (double *)malloc(n * sizeof(double)), *to = (double *)malloc(n * sizeof(double)),
         s = 0;
  double *first = from;
  memcpy(from, x, n * sizeof(double));
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < n; i++)
      to[i] = sin(from[(3 * i) % n]) * from[i] + (i ? to[i - 1] : 0);
    double *other = from;
    from = to;
    to = other;
  }
  for (int i = 0; i < n; i++)
    s = 0.7 * s + from[i] * to[n - 1 - i] * (from == first ? 2 : 3);
  free(from);
  free(to);
  return s;
}

static double copied(const double *x, int n) {
  double large[16], small[6];
  memset(large, 0, sizeof large);
  for (int i = 0; i < n; i++)
    large[2 * i] = x[i] * x[0], small[i] = cos(x[i]);
  small[5] = 1;
  for (int i = 0; i < n; i++) {
    double *one = x[i] > 0.3 ? large + i : small;
    if (i % 3 == 2)
      memcpy(small, large + 1, 3 * sizeof(double));
    if (i % 3 == 1)
      memmove(one, one + 1, 2 * sizeof(double));
    one[1] = one[0] * one[2] + small[n - 1 - i];
  }
  return large[2] * small[1] + large[4] + small[0];
}

static double narrow(const double *x, int n) { // numbers of which twice as many fit
  float list[8];
  double s = 0;
  for (int i = 0; i < n; i++)
    list[i] = (float)x[i] * (i ? list[i / 2] : 1);
  for (int i = 0; i < n; i++)
    s = 0.5 * s + list[i] * list[(2 * i) % n];
  return s;
}

static double grown(const double *x, int n) {
  double *list = (double *)malloc(2 * sizeof(double)), s = 0;
  int room = 2, count = 0;
  for (int i = 0; i < n; i++) {
    if (count == room) {
      double *more = (double *)malloc(2 * room * sizeof(double));
      memcpy(more, list, count * sizeof(double));
      free(list);
      list = more;
      room *= 2;
    }
    list[count++] = x[i] * (i ? list[i / 2] : 1);
  }
  for (int i = 0; i < count; i++)
    s = 0.8 * s + list[i] * list[(i * 2) % count];
  free(list);
  return s;
}

double __enzyme_fwddiff_one(void *, int, const double *, const double *, int);
void __enzyme_autodiff_one(void *, int, const double *, double *, int);
static const double x[inputs] = {0.2, 1.1, -0.7, 0.4, 2.0};
static double directions[most][inputs];

#define CHECK_LANES(F, W)                                                                          \
  typedef struct {                                                                                 \
    double tangent[W];                                                                             \
  } Tangents_##F##W;                                                                               \
  Tangents_##F##W __enzyme_fwddiff_##F##W(void *, ...);                                            \
  void __enzyme_autodiff_##F##W(void *, ...);                                                      \
  CHECK_VALUES(F##W) {                                                                             \
    double adjoints[W][inputs] = {{0}}, adjoint[inputs];                                           \
    for (int lane = 0; lane < most; lane++)                                                        \
      for (int i = 0; i < inputs; i++)                                                             \
        directions[lane][i] = 0.3 * lane - 1.1 * i;                                                \
    Tangents_##F##W t = __enzyme_fwddiff_##F##W((void *)F, enzyme_width, W, enzyme_dupv,           \
                                                sizeof directions[0], x, directions, inputs);      \
    __enzyme_autodiff_##F##W((void *)F, enzyme_width, W, enzyme_dupv, sizeof adjoints[0], x,       \
                             adjoints, inputs);                                                    \
    for (int lane = 0; lane < W; lane++) {                                                         \
      double one = __enzyme_fwddiff_one((void *)F, enzyme_dup, x, directions[lane], inputs);       \
      EXPECT_CLOSE(t.tangent[lane], one, 1e-12);                                                   \
      memset(adjoint, 0, sizeof adjoint);                                                          \
      __enzyme_autodiff_one((void *)F, enzyme_dup, x, adjoint, inputs);                            \
      for (int i = 0; i < inputs; i++)                                                             \
        EXPECT_CLOSE(adjoints[lane][i], adjoint[i], 1e-12);                                        \
    }                                                                                              \
  }                                                                                                \
  enum { checked##F##W }

#define CHECK_WIDTHS(F)                                                                            \
  CHECK_LANES(F, 9);                                                                               \
  CHECK_LANES(F, 12);                                                                              \
  CHECK_LANES(F, 18);                                                                              \
  CHECK_LANES(F, 27)

CHECK_WIDTHS(filled);
CHECK_WIDTHS(overwritten);
CHECK_WIDTHS(exchanged);
CHECK_WIDTHS(copied);
CHECK_WIDTHS(narrow);
CHECK_WIDTHS(grown);
