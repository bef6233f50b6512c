// A static local that holds an active value within one call, and one that counts calls.
#include "check.h"

double f(const double *x, int n) {
  static double running;
  static int calls;
  calls++;
  running = 0;
  for (int i = 0; i < n; i++)
    running = running * 0.5 + x[i] * x[i];
  return running * (calls > 0);
}

CHECK_FUNCTION_N(f, 3, 1, -2, 3);
