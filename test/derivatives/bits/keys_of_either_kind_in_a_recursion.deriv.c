// A key of a table is a number, an integer or an address, as its tag says, and comes as an address
// out of functions that call each other. It is hashed as what it is: the word is computed with,
// read as a number or followed, all of one copy.
#include "check.h"
#include <stdint.h>
#include <stdlib.h>

typedef union {
  double number;
  int64_t integer;
  void *other;
} Slot;
typedef struct {
  Slot slot;
  int tag;
} Value;
enum { INTEGER = 3, NUMBER = 19, OTHER = 5 };
typedef struct {
  Value key;
  double value;
} Node;
typedef struct {
  Node nodes[16];
  int sizes[2];
} Table;

static unsigned hash_of(const Value *key, unsigned size) {
  switch (key->tag) {
  case NUMBER:
    return (unsigned)(int)floor(key->slot.number * 8) % size;
  case INTEGER:
    return (unsigned)((uint64_t)key->slot.integer % size);
  default:
    return *(const unsigned char *)key->slot.other % size;
  }
}

static void *even(Value *own, void *bits, int depth);
static void *odd(Value *own, void *bits, int depth);
#define PASS(name, first, second)                                                                  \
  static void *name(Value *own, void *bits, int depth) {                                           \
    Value kept = *own;                                                                             \
    kept.slot.other = bits;                                                                        \
    if (depth <= 0)                                                                                \
      return kept.slot.other;                                                                      \
    own->slot = kept.slot;                                                                         \
    return depth % 3 ? first(&kept, bits, depth - 1) : second(own, kept.slot.other, depth - 2);    \
  }
PASS(even, odd, even)
PASS(odd, even, odd)

NOINLINE static double *place(Table *table, Value *from) {
  Value key;
  key.slot.other = even(from, from->slot.other, 5);
  key.tag = from->tag;
  Node *node = &table->nodes[hash_of(&key, 16)];
  node->key = key;
  if (key.tag == NUMBER)
    node->value += key.slot.number * key.slot.number;
  return &node->value;
}

double keys(double x) {
  Table *table = calloc(1, sizeof *table);
  Value values[6];
  double sum = 0;
  for (int i = 0; i < 6; i++)
    switch (i % 3) {
    case 0:
      values[i].slot.number = x * (i + 1);
      values[i].tag = NUMBER;
      break;
    case 1:
      values[i].slot.integer = 40 + i;
      values[i].tag = INTEGER;
      break;
    default:
      values[i].slot.other = "key" + i / 3;
      values[i].tag = OTHER;
    }
  for (int i = 0; i < 6; i++)
    *place(table, &values[i]) += x * x * (i + 1);
  for (int i = 0; i < 16; i++)
    sum += table->nodes[i].value * (i + 1) +
           (table->nodes[i].key.tag == NUMBER ? table->nodes[i].key.slot.number * x : 0);
  free(table);
  return sum;
}
CHECK_SCALAR(keys, 0.71, 1.33);
