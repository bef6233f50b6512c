// Unions of a vector and its parts: active values are written one way and read another.
#define CHECK_TOLERANCE 1e-3
#define CHECK_EXACTNESS 1e-6
#include "check.h"
#include <stdint.h>

union vector3 {
  struct {
    double x, y, z;
  } named;
  double indexed[3];
};
union number {
  double value;
  uint64_t bits;
  unsigned char bytes[8];
};
struct token {
  enum { NUMBER, TEXT, PAIR } kind;
  union {
    double number;
    const char *text;
    struct {
      float first, second;
    } pair;
  };
};

NOINLINE static double read(const struct token *t) {
  switch (t->kind) {
  case NUMBER:
    return t->number * t->number;
  case TEXT:
    return (double)strlen(t->text);
  default:
    return t->pair.first * t->pair.second;
  }
}

double f(const double *x) {
  union vector3 v = {{x[0], x[1], x[0] * x[1]}};
  double r = 0;
  for (int i = 0; i < 3; i++)
    r += v.indexed[i] * (i + 1);
  v.indexed[1] = r;
  r += v.named.y * v.named.x;
  union number n = {.value = x[1]};
  if (n.bits >> 63)
    r *= 2;
  struct token tokens[3] = {{NUMBER, .number = x[0]}, {TEXT, .text = "text"}, {PAIR, .pair = {(float)x[0], (float)x[1]}}};
  for (int i = 0; i < 3; i++)
    r += read(&tokens[i]);
  return r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
