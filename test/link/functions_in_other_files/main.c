// The function, what it calls and what that calls are in other files.
#include "check.h"

double objective(const double *x, int n);
void residuals(const double *x, double *r, int n);
double norm(double x);
static double around(double x) { return norm(x) * x; }

CHECK_SCALAR(norm, 0.5, -2);
CHECK_SCALAR(around, 0.5, 3);
CHECK_FUNCTION_N(objective, 3, 1, 2, 3);
CHECK_VECTOR_N(residuals, 3, 3, 1, -2, 0.5);
