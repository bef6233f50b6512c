// Variadic functions that take doubles, integers, pointers, structures and long doubles, more than registers hold; va_copy; a va_list handed on.
#include "check.h"
#include <stdarg.h>

struct pair {
  double first, second;
};
struct big {
  double values[5];
};

static double fromList(const char *format, va_list values) {
  double r = 0;
  for (; *format; format++)
    switch (*format) {
    case 'd':
      r += va_arg(values, double) * (r + 1);
      break;
    case 'i':
      r += va_arg(values, int);
      break;
    case 'p': {
      const double *p = va_arg(values, const double *);
      r += p[0] * p[1];
      break;
    }
    case 's': {
      struct pair s = va_arg(values, struct pair);
      r += s.first * s.second;
      break;
    }
    case 'b': {
      struct big b = va_arg(values, struct big);
      r += b.values[0] * b.values[4];
      break;
    }
    case 'l':
      r += (double)va_arg(values, long double);
      break;
    }
  return r;
}

NOINLINE static double evaluate(double scale, const char *format, ...) {
  va_list values, again;
  va_start(values, format);
  va_copy(again, values);
  double r = fromList(format, values);
  va_end(values);
  r += 0.5 * fromList(format, again);
  va_end(again);
  return scale * r;
}

double f(const double *x) {
  const struct pair s = {x[0], x[1] * x[0]};
  const struct big b = {{x[1], 0, 0, 0, x[0]}};
  double r = evaluate(x[0], "dips", x[1], 3, x, s);
  r += evaluate(1, "ddddddddddd", x[0], x[1], 1.0, x[0] * x[0], 2.0, x[1], x[0], x[1], x[0], x[1], 3.0);
  return r + evaluate(x[1], "iiiiiiiblsd", 1, 2, 3, 4, 5, 6, 7, b, (long double)x[0] * x[1], s, x[0]);
}

CHECK_FUNCTION(f, 2, 0.5, -0.75);

// A list that a callee copies.
static double readTwice(int n, va_list values) {
  va_list again;
  va_copy(again, values);
  double r = 0;
  for (int i = 0; i < n; i++)
    r += va_arg(again, double) * (i + 1);
  va_end(again);
  for (int i = 0; i < n; i++)
    r *= va_arg(values, double);
  return r;
}

NOINLINE static double twice(int n, ...) {
  va_list values;
  va_start(values, n);
  double r = readTwice(n, values);
  va_end(values);
  return r;
}

double g(const double *x) { return twice(3, x[0], x[1], x[0] * x[1]); }

CHECK_FUNCTION(g, 2, 0.5, -0.75);
