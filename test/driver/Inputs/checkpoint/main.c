#include <stdio.h>
void orbit(double *, int);
double root(double);
#ifdef ENZYME_VERSION_MAJOR
#include <enzyme/runtime.h>
void __enzyme_autodiff_orbit(void *, ...);
double __enzyme_autodiff(void *, ...);
int main(void) {
  double s[2] = {1, 0}, ds[2] = {1, 0};
  __enzyme_autodiff_orbit((void *)orbit, s, ds, 50);
  printf("%.6f %.6f again %d\n", ds[0], ds[1], enzyme_rt_checkpoint_again() > 0);
  printf("%.6f\n", __enzyme_autodiff((void *)root, 4.0));
}
#else
int main(void) {
  double s[2] = {1, 0};
  orbit(s, 50);
  printf("%.6f %.6f\n", s[0], root(4));
}
#endif
