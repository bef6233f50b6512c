// Lanes of floats come back in half and whole vector registers, pairs of them, and
// memory, as the C ABI has it; integers and structures of one member do not disturb.
#include "check.h"
extern int enzyme_dupv;
static float f(float x, const float *y) { return x * x * y[0] + sinf(y[1] * x); }
float __enzyme_fwddiff_one(void *, int, float, float, int, const float *, const float *);
float __enzyme_autodiff_one(void *, int, float, int, const float *, float *);
static float v[8] = {1, 0, -2, 0.5f, 3, 0.25f, 7, -1}, w[8][2] = {{0, 1}, {1, 0}, {2, 2}, {-1, 3}, {1, 1}};

#define CHECK_WIDTH(W)                                                                                               \
  typedef struct {                                                                                                 \
    float t[W];                                                                                                    \
  } F##W;                                                                                                          \
  F##W __enzyme_fwddiff_##W(void *, int, int, int, unsigned long, float, const float *, int, unsigned long,        \
                            const float *, const void *);                                                          \
  F##W __enzyme_autodiff_##W(void *, int, int, int, float, int, unsigned long, const float *, void *);             \
  CHECK_VALUES(floats##W) {                                                                                          \
    const float y[2] = {1.5f, -0.75f};                                                                             \
    float a[W][2], b[2];                                                                                           \
    memset(a, 0, sizeof a);                                                                                        \
    F##W t = __enzyme_fwddiff_##W((void *)f, enzyme_width, W, enzyme_dupv, sizeof(float), 0.8f, v, enzyme_dupv,    \
                                  sizeof w[0], y, w);                                                              \
    F##W d = __enzyme_autodiff_##W((void *)f, enzyme_width, W, enzyme_out, 0.8f, enzyme_dupv, sizeof a[0], y, a);  \
    for (int lane = 0; lane < W; lane++) {                                                                         \
      memset(b, 0, sizeof b);                                                                                      \
      EXPECT_EXACT(t.t[lane], __enzyme_fwddiff_one((void *)f, enzyme_dup, 0.8f, v[lane], enzyme_dup, y, w[lane])); \
      EXPECT_EXACT(d.t[lane], __enzyme_autodiff_one((void *)f, enzyme_out, 0.8f, enzyme_dup, y, b));               \
      EXPECT_SAME_BYTES(a[lane], b, sizeof b);                                                                     \
    }                                                                                                              \
  }                                                                                                                \
  enum { checkedWidth##W }
CHECK_WIDTH(1);
CHECK_WIDTH(2);
CHECK_WIDTH(3);
CHECK_WIDTH(4);
CHECK_WIDTH(5);
CHECK_WIDTH(8);
