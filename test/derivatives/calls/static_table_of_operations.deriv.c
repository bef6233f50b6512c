// A constant table of structs with names, function pointers and parameters, searched by name.
#include "check.h"
typedef struct {
  const char *name;
  double (*apply)(double, double);
  double parameter;
} operation;

static double add(double x, double p) { return x + p; }
static double scale(double x, double p) { return x * p; }
static double power(double x, double p) { return pow(fabs(x), p); }
static const operation table[] = {
    {"add", add, 0.5}, {"scale", scale, 1.5}, {"power", power, 2.5}, {0, 0, 0}};
static const operation *find(const char *name) {
  for (const operation *o = table; o->name; o++)
    if (!strcmp(o->name, name))
      return o;
  return 0;
}
double f(double x) {
  static const char *const script[4] = {"add", "power", "missing", "scale"};
  for (int i = 0; i < 4; i++) {
    const operation *o = find(script[i]);
    if (o && o->apply)
      x = o->apply(x, o->parameter) * x;
  }
  return x;
}

CHECK_SCALAR(f, 0.75, -1.5);
