/*===- through_mopac7.c - heats of formation by the geometry --------------------------------===
 *
 * MOPAC reads a molecule from the file that FOR005 names. Its own routine then computes the heat of
 * formation (integrals, and a self-consistent field) of other geometries, in common blocks. The
 * derivative in both modes is compared with differences. A second start of the field begins where
 * the first ended, so that numbers agree to what it settles to.
 *===----------------------------------------------------------------------------------------===*/
#include <math.h>
#include <stdio.h>
#include <string.h>

extern int enzyme_dup;
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);

void lm7start_(void);
void compfg_(double *geometry, int *isInternal, double *heat, int *isWhole, double *gradient,
             int *isGradient);
extern struct {
  int count, places[720], unused;
  double values[360];
} geovar_;

enum { most = 360 };

static double heat(double *geometry) {
  int yes = 1, no = 0;
  double result, gradient[most];
  compfg_(geometry, &yes, &result, &yes, gradient, &no);
  return result;
}

static double moved(const double *geometry, int i, double by) {
  double x[most];
  memcpy(x, geometry, sizeof x);
  x[i] += by;
  return heat(x);
}

int main(void) {
  static double x[most], gradient[most];
  int wrong = 0;
  lm7start_();
  memcpy(x, geovar_.values, sizeof x);
  printf("heat of formation %.4f\n", heat(x));
  __enzyme_autodiff((void *)heat, enzyme_dup, x, gradient);
  for (int i = 0; i < geovar_.count; i++) {
    double along[most] = {0}, step = 1e-3;
    along[i] = 1;
    double tangent = __enzyme_fwddiff((void *)heat, enzyme_dup, x, along);
    double slope = (moved(x, i, step) - moved(x, i, -step)) / (2 * step), scale = 1 + fabs(slope);
    int isRight =
        fabs(tangent - slope) < 1e-3 * scale && fabs(gradient[i] - tangent) < 1e-3 * scale;
    printf("%s by variable %d: forward %.6f, reverse %.6f, differences %.6f\n",
           isRight ? "right" : "WRONG", i, tangent, gradient[i], slope);
    wrong += !isRight;
  }
  return wrong || !geovar_.count;
}
