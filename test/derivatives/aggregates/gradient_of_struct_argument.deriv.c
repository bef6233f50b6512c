// A struct of scalars by value as the argument of the request: its gradient comes back as a struct.
#include "check.h"
typedef struct {
  double a, b;
} pair;
extern pair __enzyme_autodiff_pair(void *, pair);
double area(pair s) { return s.a * s.a * s.b; }

CHECK_VALUES(closed) {
  const pair g = __enzyme_autodiff_pair((void *)area, (pair){3, 5});
  EXPECT_EXACT(g.a, 30);
  EXPECT_EXACT(g.b, 9);
}
