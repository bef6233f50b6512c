// Forward mode from a tape of functions that free what they were given, and that store pointers in
// memory which outlives them.
#include "check.h"
typedef struct {
  void *tape;
  double p;
} Taped;
typedef struct {
  double *at, scale;
} View;
extern Taped __enzyme_augmentfwd(void *, ...);
extern double __enzyme_fwdsplit(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern void __enzyme_reverse_void(void *, ...);

static double consume(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s = s * cos(x[i]) + x[i];
  free(x);
  return s;
}
static double look(double *x, View *v, int n) {
  double s = 0;
  v->at = x + 1;
  v->scale = x[0] * x[0];
  for (int i = 0; i < n; i++)
    s += sin(x[i]) * v->scale;
  return s;
}
static double *fresh(double a, double b, double c) {
  double *p = (double *)malloc(3 * sizeof(double));
  p[0] = a, p[1] = b, p[2] = c;
  return p;
}
CHECK_VALUES(frees_what_it_was_given) {
  double *x = fresh(0.3, 0.7, 1.1), *dx = fresh(1, 2, -1);
  Taped t = __enzyme_augmentfwd((void *)consume, enzyme_dup, x, dx, 3);
  double tangent = __enzyme_fwdsplit((void *)consume, enzyme_nofree, enzyme_dup, x, dx, 3, t.tape);
  double again = __enzyme_fwdsplit((void *)consume, enzyme_dup, x, dx, 3, t.tape);
  double expected = __enzyme_fwddiff((void *)consume, enzyme_dup, fresh(0.3, 0.7, 1.1), fresh(1, 2, -1), 3);
  EXPECT_CLOSE(tangent, expected, 1e-14);
  EXPECT_CLOSE(again, expected, 1e-14);
}
CHECK_VALUES(stores_pointers) {
  double x[3] = {0.3, 0.7, 1.1}, dx[3] = {1, 2, -1}, x1[3] = {0.3, 0.7, 1.1}, dx1[3] = {1, 2, -1};
  View v = {0, 0}, dv = {0, 0}, v1 = {0, 0}, dv1 = {0, 0};
  Taped t = __enzyme_augmentfwd((void *)look, enzyme_dup, x, dx, enzyme_dup, &v, &dv, 3);
  EXPECT_TRUE(v.at == x + 1 && dv.at == dx + 1);
  x[0] = x[1] = x[2] = v.scale = 99;
  double tangent = __enzyme_fwdsplit((void *)look, enzyme_dup, x, dx, enzyme_dup, &v, &dv, 3, t.tape);
  EXPECT_CLOSE(tangent, __enzyme_fwddiff((void *)look, enzyme_dup, x1, dx1, enzyme_dup, &v1, &dv1, 3), 1e-14);
  EXPECT_CLOSE(dv.scale, dv1.scale, 1e-14);
  EXPECT_TRUE(dv.at == dx + 1);
}
