// Functions that are not inlined store a number, converted to another's bits, in a member that is
// an integer; others read the number there, or hand on the word that they loaded to one that
// converts it. Members that count stay integers. oracle: differs, to it a number that is converted
// to an integer is a step always
#include "bits.h"
#include "check.h"
#include <stdlib.h>
volatile int depth = 3;

struct slot {
  int kind;
  int64_t word, count;
  struct slot *next;
};
NOINLINE static void set(struct slot *to, double z) {
  to->word = (int64_t)((z + 1023) * 0x1p52);
  to->count = (int64_t)(z * 16);
}
NOINLINE static double numberIn(const struct slot *slot) { return doubleOf((uint64_t)slot->word); }
double readHere(double z) {
  struct slot slot = {depth, 0, 0, 0};
  set(&slot, z);
  return doubleOf((uint64_t)slot.word) * z;
}
double readThere(double z) {
  struct slot slot = {depth, 0, 0, 0};
  set(&slot, z);
  return numberIn(&slot) * z + (double)slot.count;
}
NOINLINE static void setDeep(struct slot *to, double z, int n) {
  if (n)
    setDeep(to, z, n - 1);
  else
    to->word = (int64_t)((z + 1023) * 0x1p52);
}
double inRecursion(double z) {
  struct slot slot = {depth, 0, 0, 0};
  setDeep(&slot, z, depth);
  return numberIn(&slot);
}
double inList(double z) {
  struct slot *list = 0;
  double sum = 0;
  for (int i = 0; i < depth; i++) {
    struct slot *slot = (struct slot *)calloc(1, sizeof *slot);
    set(slot, z * i);
    slot->next = list;
    list = slot;
  }
  while (list) {
    struct slot *next = list->next;
    sum += numberIn(list) * (double)list->count;
    free(list);
    list = next;
  }
  return sum;
}

NOINLINE static double logarithm(int64_t word) { return word * 0x1p-52 - 1023; }
NOINLINE static void put(int64_t *to, double x) { memcpy(to, &x, sizeof x); }
double handedOn(double x) {
  int64_t words[4];
  double sum = 0;
  for (int i = 0; i < depth; i++)
    put(words + i, x * (i + 1));
  for (int i = 0; i < depth; i++)
    sum += logarithm(words[i]) * (i + x);
  return sum;
}
struct pair {
  int64_t one, other;
};
NOINLINE static double sumOf(struct pair pair) {
  return logarithm(pair.one) + logarithm(pair.other) * 2;
}
double asStructure(double x) {
  struct pair pairs[3];
  double sum = 0;
  for (int i = 0; i < depth; i++)
    put(&pairs[i].one, x + i), put(&pairs[i].other, x * x);
  for (int i = 0; i < depth; i++)
    sum += sumOf(pairs[i]) * (i + 1);
  return sum;
}

CHECK_SCALAR(readHere, 0.3, 2.8, -1.7);
CHECK_SCALAR(readThere, 0.3, 2.8, -1.7);
CHECK_SCALAR(inRecursion, 0.3, 2.8, -1.7);
CHECK_SCALAR(inList, 0.3, 2.8, -1.7);
CHECK_SCALAR(handedOn, 0.3, 2.8, 7.7);
CHECK_SCALAR(asStructure, 0.3, 2.8, 7.7);
