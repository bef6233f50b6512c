// A function that another file may replace writes a static table before; its body is not used for derivatives, and the
// table is no constant for all that.
// flags: -fPIC
#include "check.h"

static double table[2] = {1, 2};
__attribute__((weak, noinline)) void set(double value) { table[0] = value; }
__attribute__((constructor)) static void begin(void) { set(5); }

double scaled(const double *x) { return table[0] * x[0] * x[1] + table[1]; }

CHECK_FUNCTION(scaled, 2, 0.7, 1.2);
