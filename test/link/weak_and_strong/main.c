// What counts is the definition that the linker takes, not the one that stands here.
// link: not shared, clang itself inlines in a library what the program replaces
// link: not ltoshared, for the same reason
#include "check.h"

__attribute__((weak)) double replaced(double x) { return x; }
__attribute__((weak)) double kept(double x) { return x * x; }
double user(double x);
double both(double x) { return replaced(x) * kept(x); }

CHECK_SCALAR(both, 0.5, 2);
CHECK_SCALAR(user, 0.5, 2);
CHECK_SCALAR(replaced, 0.5, 2);

CHECK_VALUES(strong_counts) { EXPECT_CLOSE(__enzyme_autodiff_check((void *)both, 2.0), 5 * 16.0, 1e-12); }
