// Functions in versions for several processors, by target_clones and by overloads for targets: called, compared with a
// pointer that was kept, differentiated themselves, and one of several that a request may mean.
#include "check.h"

__attribute__((target_clones("avx2", "default"))) double cubes(const double *x) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += x[i] * x[i] * x[i];
  return sum;
}
__attribute__((target("avx2"))) double product(const double *x) { return x[0] * x[1]; }
__attribute__((target("default"))) double product(const double *x) { return x[1] * x[0]; }

template <class... Arguments> void __enzyme_autodiff(void *, Arguments...);

static double called(const double *x) { return cubes(x) * x[0] + product(x + 1); }

double plain(const double *x) { return x[0] + 5 * x[1]; }

double (*kept[])(const double *) = {cubes, plain};
static double compared(const double *x) { return kept[0] == cubes ? x[0] * x[1] : x[2]; }

CHECK_FUNCTION(called, 4, 0.3, -0.7, 0.4, 1.1);
CHECK_FUNCTION(compared, 4, 0.3, -0.7, 0.4, 1.1);
CHECK_FUNCTION(cubes, 4, 0.3, -0.7, 0.4, 1.1);

CHECK_VALUES(oneOfSeveral) {
  double x[4] = {2, 3, 1, 1};
  for (int i = 0; i < 2; i++) {
    double first[4] = {0}, second[4] = {0};
    __enzyme_autodiff((void *)(i ? cubes : plain), enzyme_dup, x, first);
    __enzyme_autodiff((void *)(i ? plain : cubes), enzyme_dup, x, second);
    EXPECT_CLOSE((i ? first : second)[1], 27, 1e-14);
    EXPECT_CLOSE((i ? second : first)[1], 5, 1e-14);
  }
}
