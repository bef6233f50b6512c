// snprintf of active values, string functions and strtol on constants.
#include "check.h"

double f(double x) {
  char text[64], copy[64];
  snprintf(text, sizeof text, "%08.3f/%d", x, 7);
  strcpy(copy, text);
  const int length = (int)strlen(copy);
  const char *slash = strchr(copy, '/');
  return x * x * length * (slash ? strtol(slash + 1, 0, 10) : 0);
}

CHECK_SCALAR(f, 3, 1.5);
