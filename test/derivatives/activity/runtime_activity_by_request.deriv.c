// With enzyme_runtime_activity a shadow that is the primal says "const", argument by argument.
#include "check.h"
extern void __enzyme_autodiff_run(void *, ...);
extern double __enzyme_fwddiff_run(void *, ...);
typedef struct {
  double *a, *b;
} both;
static double f(const both *p, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += p->a[i] * p->b[i] * p->b[i];
  return sum;
}
CHECK_VALUES(structures) {
  double a[2] = {2, 3}, b[2] = {4, 5}, da[2] = {0, 0}, db[2] = {0, 0};
  both p = {a, b}, onlyA = {da, b}, onlyB = {a, db}, all = {da, db};
  __enzyme_autodiff_run((void *)f, enzyme_runtime_activity, enzyme_dup, &p, &onlyA, enzyme_const,
                        2);
  EXPECT_TRUE(da[0] == 16 && da[1] == 25 && b[0] == 4 && b[1] == 5);
  __enzyme_autodiff_run((void *)f, enzyme_runtime_activity, enzyme_dup, &p, &onlyB, enzyme_const,
                        2);
  EXPECT_TRUE(db[0] == 16 && db[1] == 30 && a[0] == 2 && a[1] == 3);
  da[0] = da[1] = db[0] = db[1] = 0;
  __enzyme_autodiff_run((void *)f, enzyme_runtime_activity, enzyme_dup, &p, &all, enzyme_const, 2);
  EXPECT_TRUE(da[0] == 16 && da[1] == 25 && db[0] == 16 && db[1] == 30);
  da[0] = 1, da[1] = 0;
  EXPECT_EXACT(__enzyme_fwddiff_run((void *)f, enzyme_runtime_activity, enzyme_dup, &p, &onlyA,
                                    enzyme_const, 2),
               16);
}
