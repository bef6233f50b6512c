// Many tapes of one function are alive together and are used in any order, some of them never.
#include "check.h"
typedef struct {
  void *tape;
  double p;
} Taped;
extern Taped __enzyme_augmentfwd(void *, ...);
extern void __enzyme_reverse_void(void *, ...);
extern void __enzyme_autodiff_void(void *, ...);
enum { n = 3, tapes = 40 };
static double march(double *x, int steps) {
  double e = 0;
  for (int s = 0; s < steps; s++)
    for (int i = 0; i < n; i++) {
      x[i] = x[i] * cos(x[(i + 1) % n]) + 0.1;
      e += x[i] * x[i] * s;
    }
  return e;
}
static void start(double *x, int k) {
  for (int i = 0; i < n; i++)
    x[i] = 0.3 + 0.1 * i + 0.01 * k;
}
CHECK_VALUES(in_any_order) {
  double x[tapes][n], dx[tapes][n];
  Taped t[tapes];
  for (int k = 0; k < tapes; k++) {
    start(x[k], k);
    memset(dx[k], 0, sizeof dx[k]);
    t[k] = __enzyme_augmentfwd((void *)march, enzyme_dup, x[k], dx[k], k % 9);
  }
  for (int i = 0; i < tapes; i++) {
    int k = (i * 17 + 5) % tapes;
    double y[n], dy[n] = {0};
    start(y, k);
    __enzyme_autodiff_void((void *)march, enzyme_dup, y, dy, k % 9);
    EXPECT_SAME_BYTES(x[k], y, sizeof y);
    __enzyme_reverse_void((void *)march, enzyme_dup, x[k], dx[k], k % 9, 1.0, t[k].tape);
    for (int j = 0; j < n; j++)
      EXPECT_CLOSE(dx[k][j], dy[j], 1e-14);
  }
}
