// Doubles that are taken apart into words by one function and put together by another: structures
// by value and in memory, a message, an offset that keeps them apart from other values.
#include "check.h"
#include <stdint.h>
static uint64_t bitsOf(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
static double ofBits(uint64_t bits) {
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

struct parts {
  uint32_t high, low;
};
NOINLINE static struct parts split(double d) {
  uint64_t u = bitsOf(d);
  return (struct parts){(uint32_t)(u >> 32), (uint32_t)u};
}
NOINLINE static double join(struct parts p) { return ofBits((uint64_t)p.high << 32 | p.low); }
double highFirst(const double *x) { return join(split(x[0] * x[1])) * x[0]; }
CHECK_FUNCTION(highFirst, 2, 3, -2);

struct message {
  int id;
  uint32_t low, high;
};
NOINLINE static void pack(struct message *m, double d) {
  uint64_t u = bitsOf(d);
  m->low = (uint32_t)u;
  m->high = (uint32_t)(u >> 32);
  m->id = 1;
}
NOINLINE static double unpack(const struct message *m) {
  return ofBits((uint64_t)m->high << 32 | m->low);
}
double inMessage(const double *x) {
  struct message m;
  pack(&m, x[0] * x[1]);
  double a = unpack(&m);
  pack(&m, a * x[0]);
  return unpack(&m);
}
CHECK_FUNCTION(inMessage, 2, 3, -2);

typedef uint64_t boxed;
static const uint64_t offset = 0x0002000000000000ull;
NOINLINE static boxed box(double d) { return bitsOf(d) + offset; }
NOINLINE static double unbox(boxed v) { return ofBits(v - offset); }
double kept(const double *x) {
  boxed slots[2] = {box(x[0] * x[1]), box(x[1])};
  return unbox(slots[0]) * unbox(slots[1]) * x[0];
}
CHECK_FUNCTION(kept, 2, 3, -2);

typedef struct {
  int kind;
  union {
    double number;
    int64_t integer;
    double *pointer;
  };
} any;
NOINLINE static any ofNumber(double d) { return (any){.kind = 0, .number = d}; }
NOINLINE static any ofInteger(int64_t i) { return (any){.kind = 1, .integer = i}; }
NOINLINE static any ofPointer(double *p) { return (any){.kind = 2, .pointer = p}; }
NOINLINE static double get(any a) {
  return a.kind == 0 ? a.number : a.kind == 1 ? (double)a.integer : *a.pointer;
}
NOINLINE static any multiply(any a, any b) {
  return a.kind == 1 && b.kind == 1 ? ofInteger(a.integer * b.integer) : ofNumber(get(a) * get(b));
}
double taggedByValue(const double *x) {
  double cell = x[1] * x[1];
  any a = ofNumber(x[0]), b = ofInteger(3), c = ofPointer(&cell);
  any product = multiply(multiply(multiply(a, b), multiply(b, b)), c);
  cell = 2;
  return get(product) * get(c);
}
CHECK_FUNCTION(taggedByValue, 2, 3, -2);
