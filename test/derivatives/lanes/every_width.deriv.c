// Widths 1, 2, 3, 4, 7, 8, 10, 16 and 21: each lane is the derivative of width 1, bit for bit.
// flags: -fno-enzyme-reassociate
#include "check.h"
extern int enzyme_dupv;
enum { inputs = 3, most = 21 };
static double f(const double *x, double y, float z) {
  double s = 0, kept[inputs];
  for (int i = 0; i < inputs; i++)
    kept[i] = s = s * x[i] + sin(x[i] * y) / (1 + z * z);
  for (int i = 1; i < inputs; i++)
    s = 0.9 * s + kept[inputs - 1 - i];
  return s > 0 ? exp(-s) : s * y;
}
typedef struct {
  double primal, tangent;
} One;
typedef struct {
  double y;
  float z;
} Adjoint;
One __enzyme_fwddiff_one(void *, int, int, const double *, double *, double, double, float, float);
Adjoint __enzyme_autodiff_one(void *, const double *, double *, double, float);
static double tangents[most][inputs], ybars[most];
static float zbars[most];

#define CHECK_WIDTH(W)                                                                                               \
  typedef struct {                                                                                                 \
    double primal, tangent[W];                                                                                     \
  } Tangents##W;                                                                                                   \
  typedef struct {                                                                                                 \
    double y[W];                                                                                                   \
    float z[W];                                                                                                    \
  } Adjoints##W;                                                                                                   \
  Tangents##W __enzyme_fwddiff_##W(void *, ...);                                                                   \
  Adjoints##W __enzyme_autodiff_##W(void *, int, int, int, unsigned long, const double *, double *, double,      \
                                    float);                                                                        \
  CHECK_VALUES(width##W) {                                                                                           \
    const double x[inputs] = {0.4, -1.2, 2.5};                                                                     \
    double adjoints[W][inputs], adjoint[inputs];                                                                   \
    for (int lane = 0; lane < most; lane++)                                                                        \
      for (int i = 0; i < inputs; i++)                                                                             \
        tangents[lane][i] = 0.3 * lane - 1.1 * i;                                                                  \
    memcpy(adjoints, tangents, sizeof adjoints);                                                                   \
    for (int lane = 0; lane < most; lane++)                                                                        \
      ybars[lane] = 0.7 - lane, zbars[lane] = 0.1f * (float)lane;                                                  \
    Tangents##W t = __enzyme_fwddiff_##W((void *)f, enzyme_width, W, enzyme_primal_return, enzyme_dupv,            \
                                         sizeof tangents[0], x, tangents, enzyme_dupv, sizeof(double), 0.8, ybars, \
                                         enzyme_dupv, sizeof(float), 1.5f, zbars);                                 \
    Adjoints##W a = __enzyme_autodiff_##W((void *)f, enzyme_width, W, enzyme_dupv, sizeof adjoints[0], x,          \
                                          adjoints[0], 0.8, 1.5f);                                                 \
    for (int lane = 0; lane < W; lane++) {                                                                         \
      One one = __enzyme_fwddiff_one((void *)f, enzyme_primal_return, enzyme_dup, x, tangents[lane], 0.8,          \
                                     ybars[lane], 1.5f, zbars[lane]);                                              \
      EXPECT_EXACT(t.primal, one.primal);                                                                          \
      EXPECT_EXACT(t.tangent[lane], one.tangent);                                                                  \
      memcpy(adjoint, tangents[lane], sizeof adjoint);                                                             \
      Adjoint two = __enzyme_autodiff_one((void *)f, x, adjoint, 0.8, 1.5f);                                       \
      EXPECT_EXACT(a.y[lane], two.y);                                                                              \
      EXPECT_EXACT(a.z[lane], two.z);                                                                              \
      EXPECT_SAME_BYTES(adjoints[lane], adjoint, sizeof adjoint);                                                  \
    }                                                                                                              \
  }                                                                                                                \
  enum { checkedWidth##W }

CHECK_WIDTH(1);
CHECK_WIDTH(2);
CHECK_WIDTH(3);
CHECK_WIDTH(4);
CHECK_WIDTH(7);
CHECK_WIDTH(8);
CHECK_WIDTH(10);
CHECK_WIDTH(16);
CHECK_WIDTH(21);
