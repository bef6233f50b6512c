// Derivatives of derivatives of calls through function pointers: parameters, tables, structs.
#include "nests.h"
typedef double (*unary)(double);
NOINLINE static double square(double x) { return x * x; }
NOINLINE static double cube(double x) { return x * x * x; }
NOINLINE static double twice(unary f, double x) { return f(f(x)); }
double composed(double x) { return twice(square, x) + twice(cube, x); } // x^4 + x^9
#define c1(x) (4 * pow(x, 3) + 9 * pow(x, 8))
#define c2(x) (12 * pow(x, 2) + 72 * pow(x, 7))
#define c3(x) (24 * x + 504 * pow(x, 6))
static unary table[3] = {square, cube, sin};
static volatile int second = 1;
double chosen(double x) { return table[second](x) * table[2](x); } // x^3 sin x
#define h1(x) (3 * x * x * sin(x) + pow(x, 3) * cos(x))
#define h2(x) ((6 * x - pow(x, 3)) * sin(x) + 6 * x * x * cos(x))
#define h3(x) ((6 - 9 * x * x) * sin(x) + (18 * x - pow(x, 3)) * cos(x))
struct shape {
  unary area;
  double scale;
};
NOINLINE static double measure(const struct shape *s, double x) { return s->scale * s->area(x); }
double inStruct(double x) { // x * x^2 + 2 * x^3
  struct shape a = {square, x}, b = {cube, 2};
  return measure(&a, x) + measure(&b, x);
}
#define s1(x) (9 * x * x)
#define s2(x) (18 * x)
#define s3(x) 18

CHECK_NESTS(composed, c1, c2, c3, 1.2, -0.5);
CHECK_NESTS(chosen, h1, h2, h3, 1.2, -0.5);
CHECK_NESTS(inStruct, s1, s2, s3, 1.2, -0.5);
