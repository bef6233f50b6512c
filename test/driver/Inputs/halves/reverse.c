#include "function.h"
void __enzyme_reverse(void *, ...);
double __enzyme_autodiff(void *, ...);
int main(void) {
  double x[3] = {0.5, 0.25, 0.75}, dx[3] = {0}, expected[3] = {0};
  __enzyme_autodiff((void *)chain, x, expected, 3);
  void *tape = record(x, dx, 3);
  __enzyme_reverse((void *)chain, x, dx, 3, 1.0, tape);
  for (int i = 0; i < 3; i++)
    if (dx[i] != expected[i] || dx[i] == 0)
      return 1;
  puts("equal");
}
