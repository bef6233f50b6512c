// Integers that are computed of what may be a number's bits, where numbers are stored by the same
// instruction: they have no derivative as integers. Who reads one as a number is told so when it
// runs, in forward mode by NaN, unless the derivative of what was computed is known.
// RUN: enzyme-clang -O1 %s -o %t && %t
// RUN: not %t and 2>&1 | FileCheck %s
// RUN: not %t xor 2>&1 | FileCheck %s
// RUN: not %t shl 2>&1 | FileCheck %s
// RUN: not %t ashr 2>&1 | FileCheck %s
// RUN: not %t urem 2>&1 | FileCheck %s
// RUN: not %t lshr 2>&1 | FileCheck %s
// RUN: not %t sext 2>&1 | FileCheck %s
// RUN: not %t zext 2>&1 | FileCheck %s
// RUN: not %t digits 2>&1 | FileCheck %s
// RUN: not %t rest 2>&1 | FileCheck %s
// RUN: not %t folded 2>&1 | FileCheck %s
// RUN: not %t lessRest 2>&1 | FileCheck %s
// RUN: not %t squared 2>&1 | FileCheck %s
// RUN: not %t spread 2>&1 | FileCheck %s
// CHECK: enzyme: an integer computed from the bits of a floating-point value that has a derivative
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
typedef union {
  double number;
  int64_t integer;
} slot;
static unsigned char pool[64];

#define PUT(name, operation)                                                                       \
  __attribute__((noinline)) static void name##Put(const void *at, int isInteger, slot *to) {       \
    int64_t in;                                                                                    \
    double number;                                                                                 \
    memcpy(&in, at, sizeof in);                                                                    \
    memcpy(&number, at, sizeof number);                                                            \
    if (isInteger)                                                                                 \
      to->integer = operation;                                                                     \
    else                                                                                           \
      to->number = number * number;                                                                \
  }                                                                                                \
  static double name(double x, int isInteger, int isRead) {                                        \
    int64_t digits = 24;                                                                           \
    slot slots[2];                                                                                 \
    memcpy(pool, &x, sizeof x);                                                                    \
    memcpy(pool + 8, &digits, sizeof digits);                                                      \
    name##Put(pool, 0, slots);                                                                     \
    name##Put(pool + (isRead ? 0 : 8), isInteger, slots + 1);                                      \
    double other = isRead ? slots[1].number : (double)slots[1].integer;                            \
    return slots[0].number + x * other;                                                            \
  }
static int64_t digitsIn(int64_t in) {
  int64_t sum = 0;
  for (int i = 0; i < 8; i++)
    sum = sum * 10 + (in >> 8 * i & 15);
  return in < 0 ? sum : -sum;
}
PUT(digits, digitsIn(in))
PUT(add, in + 7)
PUT(sub, 100 - in)
PUT(mul, in * 3)
PUT(and, in & 0x1c)
PUT(or, in | 0x103)
PUT(xor, in ^ 0x103)
PUT(shl, in << 3)
PUT(ashr, in >> 2)
PUT(rest, in % 1000)
PUT(urem, (uint64_t)in % 1000)
PUT(lshr, (uint64_t)in >> 3)
PUT(udiv, (uint64_t)in / 3)
PUT(sdiv, in / 3)
PUT(sext, (int32_t)in)
PUT(zext, (uint32_t)in)
PUT(magnitude, llabs(in))
PUT(folded, in % 77 + in % 1000)
PUT(lessRest, (in >> 7) - in % 1000)
PUT(squared, (in >> 7) * (in >> 11))
PUT(spread, in % 77 | 1)
#define BOTH(name)                                                                                 \
  bad += __enzyme_autodiff((void *)name, 1.5, 1, 0) != 3 + name(1, 1, 0) - 1;                      \
  bad += __enzyme_fwddiff((void *)name, 1.5, 1.0, 1, 0) != 3 + name(1, 1, 0) - 1
#define NONE(name) bad += !isnan(__enzyme_fwddiff((void *)name, 1.5, 1.0, 1, 1))
#define KNOWN(name, derivative)                                                                    \
  bad += fabs(__enzyme_autodiff((void *)name, 1.5, 1, 1) - derivative) > 1e-9;                     \
  bad += fabs(__enzyme_fwddiff((void *)name, 1.5, 1.0, 1, 1) - derivative) > 1e-9
int main(int count, char **words) {
  int bad = 0;
#define ASKED(name)                                                                                \
  if (count > 1 && !strcmp(words[1], #name))                                                       \
    return __enzyme_autodiff((void *)name, 1.5, 1, 1) == 0
  ASKED(and);
  ASKED(xor);
  ASKED(shl);
  ASKED(ashr);
  ASKED(digits);
  ASKED(rest);
  ASKED(urem);
  ASKED(lshr);
  ASKED(sext);
  ASKED(zext);
  ASKED(folded);
  ASKED(lessRest);
  ASKED(squared);
  ASKED(spread);
  BOTH(add);
  BOTH(sub);
  BOTH(mul);
  BOTH(and);
  BOTH(or);
  BOTH(xor);
  BOTH(shl);
  BOTH(ashr);
  BOTH(digits);
  BOTH(rest);
  BOTH(urem);
  BOTH(lshr);
  BOTH(sext);
  BOTH(zext);
  BOTH(udiv);
  BOTH(sdiv);
  BOTH(magnitude);
  BOTH(folded);
  BOTH(lessRest);
  BOTH(squared);
  BOTH(spread);
  KNOWN(add, 6);
  KNOWN(sub, 3);
  KNOWN(mul, 0);
  KNOWN(or, 6);
  KNOWN(udiv, 3);
  KNOWN(sdiv, 3);
  KNOWN(magnitude, 6);
  NONE(and);
  NONE(xor);
  NONE(shl);
  NONE(ashr);
  NONE(digits);
  NONE(rest);
  NONE(urem);
  NONE(lshr);
  NONE(sext);
  NONE(zext);
  NONE(folded);
  NONE(lessRest);
  NONE(squared);
  NONE(spread);
  return bad;
}
