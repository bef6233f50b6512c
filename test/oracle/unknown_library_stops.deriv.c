// oracle: stops, an active value in a call of 'strfromd'
// A number that becomes text in a library of which nothing is known.
#include "check.h"
int strfromd(char *, size_t, const char *, double);

double printed(double x) {
  char text[64];
  strfromd(text, sizeof text, "%.17g", x);
  return strtod(text, 0);
}
CHECK_SCALAR(printed, 2);
