/*===- bits.c - integer arithmetic on bits of active floats ----------------===
 *
 * A shadow integer holds a tangent's bits where the integer holds a number's. Shifts,
 * masks and unions of disjoint bits therefore treat shadows as they treat values, as long
 * as bits only move. Three things change the number whose bits they are:
 *
 *   its sign flips            so does its tangent's
 *   its sign is cleared, set  the tangent's flips where the number's sign does
 *   its exponent changes      the tangent is scaled as the number is
 *   its significand is taken  the tangent is that of the number with exponent 0 (1 <= m < 2)
 *
 * Sign and exponent alone are locally constant: no tangent. Everything else stops.
 * Exclusive or with a key is trusted to be undone before the number is used.
 *===----------------------------------------------------------------------===*/
#include "oracle.h"
#include <math.h>
#include <string.h>

/* llvm::Instruction's numbers of binary operators. */
enum { Add = 13, Sub = 15, Mul = 17, UDiv = 19, URem = 22, Shl = 25, LShr, AShr, And, Or, Xor };

struct operation {
  int width;
  uint64_t a, b, da, db;
  const char *where;
};

static uint64_t signOf(int width) { return 1ull << (width - 1); }

/* Sign and exponent of the float of this width: of 32 and 64 bits. */
static uint64_t scaleOf(int width) {
  return width == 64 ? 0xfff0000000000000ull : width == 32 ? 0xff800000u : 0;
}

/* The exponent alone. */
static uint64_t exponentOf(int width) { return scaleOf(width) & ~signOf(width); }

static double floatOf(uint64_t bits, int width) {
  double wide;
  float narrow;
  if (width == 32)
    return memcpy(&narrow, &bits, sizeof narrow), narrow;
  return memcpy(&wide, &bits, sizeof wide), wide;
}

static uint64_t bitsOf(double value, int width) {
  uint64_t bits = 0;
  float narrow = (float)value;
  if (width == 32)
    return memcpy(&bits, &narrow, sizeof narrow), bits;
  return memcpy(&bits, &value, sizeof value), bits;
}

/* 1.0, to give a significand its exponent. */
static uint64_t oneOf(int width) { return width == 64 ? 0x3ff0000000000000ull : 0x3f800000u; }

/* The number `from` became `to`, which differs in sign and exponent. */
static uint64_t scaled(uint64_t shadow, uint64_t from, uint64_t to, int width) {
  if (from == to)
    return shadow;
  if ((from ^ to) == signOf(width))
    return shadow ? shadow ^ signOf(width) : 0;
  double number = floatOf(from, width), tangent = floatOf(shadow, width);
  return number == 0 ? 0 : bitsOf(tangent * (floatOf(to, width) / number), width);
}

static int isWholeBytes(uint64_t mask) {
  for (; mask; mask >>= 8)
    if ((mask & 0xff) != 0 && (mask & 0xff) != 0xff)
      return 0;
  return 1;
}

/* a has a shadow, b has none: a mask. */
static uint64_t masked(const struct operation *o, uint64_t a, uint64_t da, uint64_t mask) {
  uint64_t sign = signOf(o->width), all = sign | (sign - 1), scale = scaleOf(o->width);
  if (isWholeBytes(mask))
    return da & mask;
  if (!(mask & ~scale & all)) /* sign and exponent alone */
    return 0;
  if (scale && mask == (all & ~sign))
    return scaled(da, a, a & mask, o->width);
  if (scale && (mask == (all & ~scale) || mask == (all & ~exponentOf(o->width))))
    return scaled(da, a, (a & mask) | oneOf(o->width), o->width);
  return da & mask;
}

static uint64_t both(const struct operation *o) {
  if (!o->db)
    return masked(o, o->a, o->da, o->b);
  if (!o->da)
    return masked(o, o->b, o->db, o->a);
  if (o->a == o->b && o->da == o->db)
    return o->da;
  enzyme_oracle_stop("a mask that is an active number", o->where);
}

static uint64_t either(const struct operation *o) {
  uint64_t sign = signOf(o->width), scale = scaleOf(o->width);
  uint64_t a = o->db ? o->b : o->a, da = o->db ? o->db : o->da, b = o->db ? o->a : o->b;
  if (o->da && o->db)
    return o->da | o->db;
  if (scale && b == sign)
    return scaled(da, a, a | b, o->width);
  /* A significand gets an exponent: its tangent is a number, with an exponent of its own. */
  uint64_t exponent = exponentOf(o->width);
  if (scale && b && !(b & ~scale) && !(a & exponent) && (da & scale))
    return scaled(da, a | oneOf(o->width), a | b, o->width);
  return da;
}

/* The sign in `key`, of a part of a number that lies in a wider integer, too: C computes with
 * bytes as ints. That of a part turns the number where it is the highest one; a key that is
 * undone turns it back. */
static uint64_t signIn(uint64_t key, uint64_t number, uint64_t shadow, int width) {
  if (key & signOf(width))
    return signOf(width);
  for (int part = 8; part < width; part *= 2)
    if (key == signOf(part) && (number | shadow) >> part == 0)
      return key;
  return 0;
}

static uint64_t differing(const struct operation *o) {
  uint64_t key = o->da ? o->db ? 0 : o->b : o->a, number = o->da ? o->a : o->b;
  uint64_t shadow = o->da ^ o->db;
  return shadow ? shadow ^ signIn(key, number, shadow, o->width) : 0;
}

/* Sums of disjoint bits, and sums that change the exponent. */
static uint64_t sum(const struct operation *o, uint64_t result) {
  uint64_t scale = scaleOf(o->width);
  int isDisjoint = !(o->a & o->b);
  if (isDisjoint && ((o->da && o->db) || !((o->da | o->db) & scale)))
    return o->da | o->db;
  if (scale && !o->db && !(o->b & ~scale))
    return scaled(o->da, o->a, result, o->width);
  if (scale && !o->da && !(o->a & ~scale))
    return scaled(o->db, o->b, result, o->width);
  enzyme_oracle_stop("arithmetic on the bits of an active number", o->where);
}

/* Down by as much as leaves sign and exponent: a number of its own. */
static uint64_t down(const struct operation *o) {
  int left = o->width - (int)o->b;
  if (o->db)
    enzyme_oracle_stop("a shift by an active number", o->where);
  if ((o->width == 64 && left <= 12) || (o->width == 32 && left <= 9 && left != 8))
    return left == 8 ? o->da >> o->b : 0;
  return o->da >> o->b;
}

static uint64_t shadowOf(int code, const struct operation *o) {
  switch (code) {
  case And:
    return both(o);
  case Or:
    return either(o);
  case Xor:
    return differing(o);
  case Shl:
    return o->da << o->b;
  case LShr:
  case AShr:
    return down(o);
  case Add:
    return sum(o, o->a + o->b);
  case Sub:
    if (!o->db)
      return sum(o, o->a - o->b);
    break;
  case Mul:
    if (!o->db && o->b && !(o->b & (o->b - 1)))
      return o->da * o->b;
    if (!o->da && o->a && !(o->a & (o->a - 1)))
      return o->db * o->a;
    break;
  case UDiv:
    if (!o->db && o->b && !(o->b & (o->b - 1)))
      return o->da / o->b;
    break;
  case URem:
    if (!o->db && o->b && !(o->b & (o->b - 1)))
      return o->da & (o->b - 1);
    break;
  default:
    break;
  }
  enzyme_oracle_stop("arithmetic on the bits of an active number", o->where);
}

/* structure: allow parameters, because generated code calls it */
uint64_t enzyme_oracle_bits(int code, int width, uint64_t a, uint64_t b, uint64_t da, uint64_t db,
                            const char *where) {
  const struct operation operation = {width, a, b, da, db, where};
  return shadowOf(code, &operation);
}
