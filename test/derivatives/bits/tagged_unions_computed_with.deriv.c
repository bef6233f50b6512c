// Values of a script: a union of a number and an integer, and a tag. Integers are added, shifted
// and handed to functions that store them where numbers lie at other times; nobody reads them as
// numbers.
#include "check.h"
#include <stdint.h>

typedef union {
  double n;
  long i;
  void *p;
  int b;
} Value;
typedef struct {
  Value value;
  int tag;
} TValue;
enum { INT = 3, NUM = 19, PTR = 5 };
NOINLINE static void seti(TValue *r, long i) {
  r->value.i = i;
  r->tag = INT;
}
NOINLINE static void setn(TValue *r, double n) {
  r->value.n = n;
  r->tag = NUM;
}
NOINLINE static int toint(const TValue *v, long *i) {
  if (v->tag == INT) {
    *i = v->value.i;
    return 1;
  }
  if (v->tag == NUM) {
    *i = (long)floor(v->value.n);
    return *i == v->value.n;
  }
  return 0;
}
NOINLINE static long iarith(int op, long a, long b) {
  switch (op) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return a << (b & 63);
  case 4:
    return a ^ b;
  default:
    return b ? a / b : 0;
  }
}
NOINLINE static double narith(int op, double a, double b) {
  switch (op) {
  case 0:
    return a + b;
  case 1:
    return a - b;
  case 2:
    return a * b;
  case 3:
    return ldexp(a, (int)b);
  case 4:
    return pow(a, b);
  default:
    return a / b;
  }
}
NOINLINE static double num(const TValue *v) {
  return v->tag == INT ? (double)v->value.i : v->value.n;
}
NOINLINE static void arith(int op, const TValue *a, const TValue *b, TValue *r) {
  long i, j;
  if (a->tag == INT && b->tag == INT && op != 5)
    seti(r, iarith(op, a->value.i, b->value.i));
  else if (op == 6 && toint(a, &i) && toint(b, &j))
    seti(r, iarith(4, i, j));
  else
    setn(r, narith(op, num(a), num(b)));
}
double f(double x) {
  TValue s[8];
  setn(&s[0], x);
  seti(&s[1], 3);
  seti(&s[2], 4);
  arith(0, &s[1], &s[2], &s[3]); // 7
  arith(2, &s[3], &s[1], &s[3]); // 21
  arith(2, &s[0], &s[3], &s[4]); // 21x
  arith(4, &s[4], &s[1], &s[5]); // (21x)^3
  arith(1, &s[5], &s[0], &s[6]);
  seti(&s[4], 2);
  arith(3, &s[4], &s[1], &s[4]); // 16
  arith(5, &s[6], &s[4], &s[7]);
  return num(&s[7]);
}
CHECK_SCALAR(f, 0.7, 1.3);

// A table that is searched by the bits of a number, and a hash of them that stays an integer.
static struct {
  double key, value;
} table[16];

NOINLINE static unsigned place(uint64_t bits) {
  bits ^= bits >> 33;
  bits *= 0xff51afd7ed558ccdu;
  return (unsigned)(bits >> 60);
}

NOINLINE static double *find(uint64_t bits, double key) {
  unsigned at = place(bits);
  while (table[at].key != 0 && table[at].key != key)
    at = (at + 1) % 16;
  table[at].key = key;
  return &table[at].value;
}

double searched(double x) {
  memset(table, 0, sizeof table);
  double sum = 0;
  for (int i = 1; i <= 6; i++) {
    double key = x * (1 + i % 3);
    uint64_t bits;
    memcpy(&bits, &key, sizeof bits);
    *find(bits, key) += key * key * i;
  }
  for (int i = 0; i < 16; i++)
    sum += table[i].value * table[i].key;
  return sum;
}

CHECK_SCALAR(searched, 0.6, 1.7);
