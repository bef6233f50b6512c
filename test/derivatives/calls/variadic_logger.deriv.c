// A variadic function of one's own that only formats.
#include "check.h"
#include <stdarg.h>

NOINLINE static void note(char *into, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(into, size, format, arguments);
  va_end(arguments);
}
double f(double x) {
  char text[40];
  note(text, sizeof text, "%s=%d", "n", 5);
  return x * x * (text[2] - '0');
}

CHECK_SCALAR(f, 3, 1.5);
