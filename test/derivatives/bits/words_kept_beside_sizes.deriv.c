// Words of structures that look like sizes: where a number's bits are put into one of them, by
// whatever way, its copies carry derivative; the sizes beside it are integers.
#include "check.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct matrix {
  double *data;
  int64_t rows, columns;
};
struct record {
  int64_t count;
  int64_t word; // sometimes a number's bits
  struct matrix whole;
};

NOINLINE static void setSize(struct matrix *m, int64_t rows, int64_t columns) {
  m->rows = rows;
  m->columns = columns;
}
NOINLINE static void copySize(struct matrix *to, const struct matrix *from) {
  to->rows = from->rows;
  to->columns = from->columns;
}
static double numberOf(int64_t word) {
  double number;
  memcpy(&number, &word, sizeof number);
  return number;
}
static int64_t wordOf(double number) {
  int64_t word;
  memcpy(&word, &number, sizeof word);
  return word;
}

/// From one member to the next by arithmetic.
NOINLINE static void putBehind(int64_t *count, int64_t word, int by) { count[by] = word; }
double nextMember(const double *x, int n) {
  struct record r = {0}, copied = {0};
  r.count = n;
  putBehind(&r.count, wordOf(x[0] * x[1]), 1);
  copied.count = r.count;
  copied.word = r.word;
  return numberOf(copied.word) * (double)copied.count;
}
CHECK_FUNCTION_N(nextMember, 2, 1.5, -2);

/// By an index that only the run knows, downwards too.
NOINLINE static void putAt(int64_t *place, int at, int64_t word) { place[at] = word; }
double membersByIndex(const double *x, int n) {
  struct record r[3] = {{0}}, copied[3] = {{0}};
  for (int i = 0; i < 3; i++)
    setSize(&r[i].whole, n + i, i);
  putAt(&r[2].whole.rows, -2 * (n - 1),
        wordOf(x[0] * x[1])); // the word of the same record, if n is 2
  for (int i = 0; i < 3; i++) {
    copied[i].count = r[i].count;
    copied[i].word = r[i].word;
    copySize(&copied[i].whole, &r[i].whole);
  }
  return numberOf(copied[2].word) * (double)copied[2].whole.columns + copied[1].whole.rows;
}
CHECK_FUNCTION_N(membersByIndex, 2, 1.5, -2);

/// memcpy over two members, of which one is a number's bits.
NOINLINE static void copyTwo(int64_t *to, const int64_t *from) { memcpy(to, from, 2 * sizeof *to); }
double twoMembers(const double *x, int n) {
  struct record r = {0}, copied = {0}, again = {0};
  int64_t two[2] = {n, wordOf(x[0] / x[1])};
  copyTwo(&r.count, two);
  copyTwo(&copied.count, &r.count);
  again.count = copied.count;
  again.word = copied.word;
  return numberOf(again.word) * (double)again.count;
}
CHECK_FUNCTION_N(twoMembers, 2, 1.5, -2);

/// The structure around a member.
#define AROUND(pointer, member)                                                                    \
  ((struct record *)((char *)(pointer) - offsetof(struct record, member)))
NOINLINE static void putAround(struct matrix *m, double number) {
  AROUND(m, whole)->word = wordOf(number);
}
double around(const double *x, int n) {
  struct record r = {0}, copied = {0};
  setSize(&r.whole, n, n);
  putAround(&r.whole, x[0] * x[0] * x[1]);
  copied.word = r.word;
  copySize(&copied.whole, &r.whole);
  return numberOf(copied.word) * (double)copied.whole.rows;
}
CHECK_FUNCTION_N(around, 2, 1.5, -2);

/// An object that is used again, as another type, in the same words.
NOINLINE static void fillNumbers(double *numbers, const double *x) {
  for (int i = 0; i < 3; i++)
    numbers[i] = x[i % 2] * (i + 1);
}
NOINLINE static double addSizes(const struct matrix *m) { return (double)(m->rows + m->columns); }
double usedAgain(const double *x, int n) {
  void *memory = malloc(sizeof(struct matrix)), *other = malloc(sizeof(struct matrix));
  struct matrix *m = memory;
  setSize(m, n, n + 1);
  copySize(other, m);
  double sizes = addSizes(other);
  fillNumbers(memory, x);
  copySize(other, memory); // moves numbers now
  const double *numbers = other;
  double sum = numbers[1] * numbers[2] + sizes;
  free(memory);
  free(other);
  return sum;
}
CHECK_FUNCTION_N(usedAgain, 2, 1.5, -2);

/// realloc moves what nobody stored here.
double grown(const double *x, int n) {
  int64_t *words = malloc(sizeof *words);
  words[0] = wordOf(x[0] * x[1]);
  words = realloc(words, 2 * sizeof *words);
  words[1] = n;
  struct record r = {0};
  r.count = words[1];
  r.word = words[0];
  free(words);
  return numberOf(r.word) * (double)r.count;
}
CHECK_FUNCTION_N(grown, 2, 1.5, -2);

/// Through a pointer to a pointer, and by a callback that only sees void *.
typedef void (*visitor)(void *, const double *);
static void putNumber(void *context, const double *x) { *(int64_t *)context = wordOf(x[0] * x[1]); }
static void putCount(void *context, const double *x) { *(int64_t *)context = (int64_t)x[0]; }
static visitor volatile visitors[2] = {putNumber, putCount};
NOINLINE static void visit(struct record **where, const double *x, visitor v) {
  v(&(*where)->word, x);
}
double byCallback(const double *x, int n) {
  struct record r = {0}, copied = {0}, *behind = &r;
  r.count = n;
  visit(&behind, x, visitors[0]);
  copied.count = behind->count;
  copied.word = behind->word;
  return numberOf(copied.word) * (double)copied.count;
}
CHECK_FUNCTION_N(byCallback, 2, 1.5, -2);

/// The address goes by way of an integer, with its lowest bits used as a tag.
NOINLINE static uintptr_t tagged(struct record *r) { return (uintptr_t)r | 1; }
NOINLINE static void putTagged(uintptr_t handle, double number) {
  ((struct record *)(handle & ~(uintptr_t)1))->word = wordOf(number);
}
double byHandle(const double *x, int n) {
  struct record r = {0}, copied = {0};
  r.count = n;
  putTagged(tagged(&r), x[0] * x[1]);
  copied.count = r.count;
  copied.word = r.word;
  return numberOf(copied.word) * (double)copied.count;
}
CHECK_FUNCTION_N(byHandle, 2, 1.5, -2);

/// Halves, put together by sums.
NOINLINE static void putHalves(struct record *r, uint32_t low, uint32_t high) {
  r->word = (int64_t)(((uint64_t)high << 32) + low);
}
double halves(const double *x, int n) {
  struct record r = {0}, copied = {0};
  double number = x[0] * x[1];
  uint32_t parts[2];
  memcpy(parts, &number, sizeof number);
  r.count = n;
  putHalves(&r, parts[0], parts[1]);
  copied.count = r.count;
  copied.word = r.word;
  return numberOf(copied.word) * (double)copied.count;
}
CHECK_FUNCTION_N(halves, 2, 1.5, -2);

/// A member that holds a size now, a number then, by a tag; in a recursion.
NOINLINE static double walk(struct record *r, const double *x, int depth) {
  struct record next = {0};
  next.count = r->count;
  next.word = depth % 2 ? r->word : wordOf(x[0] * depth);
  copySize(&next.whole, &r->whole);
  if (depth == 0)
    return numberOf(next.word) * x[1];
  setSize(&next.whole, next.count, depth);
  return walk(&next, x, depth - 1) + (depth % 2 ? numberOf(next.word) * numberOf(next.word) : 0);
}
double recursion(const double *x, int n) {
  struct record r = {0};
  r.count = n;
  r.word = wordOf(x[1]);
  return walk(&r, x, 5);
}
CHECK_FUNCTION_N(recursion, 2, 1.5, -2);

/// A union of a size and a number, whose size's type moves it.
union either {
  int64_t size;
  double number;
};
struct holder {
  union either value;
  int64_t size;
};
NOINLINE static void copyHolder(struct holder *to, const struct holder *from) {
  to->value.size = from->value.size;
  to->size = from->size;
}
double unions(const double *x, int n) {
  struct holder one = {{0}, n}, two = {{n}, n}, copied, other;
  one.value.number = x[0] * x[1];
  copyHolder(&copied, &one);
  copyHolder(&other, &two);
  return copied.value.number * (double)(copied.size + other.value.size);
}
CHECK_FUNCTION_N(unions, 2, 1.5, -2);

/// Atomically exchanged.
double exchanged(const double *x, int n) {
  struct record r = {0}, copied = {0};
  r.word = n;
  int64_t before = __atomic_exchange_n(&r.word, wordOf(x[0] * x[1]), __ATOMIC_SEQ_CST);
  copied.count = before;
  copied.word = r.word;
  return numberOf(copied.word) * (double)copied.count;
}
CHECK_FUNCTION_N(exchanged, 2, 1.5, -2);

/// The distance from one object to another is kept, in bytes and in words.
NOINLINE static int64_t atDistance(const struct record *from, int64_t bytes) {
  return *(const int64_t *)((uintptr_t)from + (uintptr_t)bytes);
}
double byDistance(const double *x, int n) {
  struct record first = {0}, *second = malloc(sizeof *second), copied = {0};
  memset(second, 0, sizeof *second);
  first.word = n;
  second->word = wordOf(x[0] * x[1]);
  int64_t bytes = (int64_t)((uintptr_t)&second->word - (uintptr_t)&first);
  copied.word = atDistance(&first, bytes);
  copied.count = atDistance(&first, offsetof(struct record, word));
  free(second);
  return numberOf(copied.word) * (double)copied.count;
}
CHECK_FUNCTION_N(byDistance, 2, 1.5, -2);

/// A word that arrives as an integer parameter, by a pointer to the function only.
typedef void (*setter)(struct record *, int64_t);
static void setWord(struct record *r, int64_t word) { r->word = word; }
static void setCount(struct record *r, int64_t word) { r->count = word; }
static setter volatile setters[2] = {setWord, setCount};
NOINLINE static void copyBoth(struct record *to, const struct record *from) {
  to->count = from->count;
  to->word = from->word;
}
double bySetter(const double *x, int n) {
  struct record r = {0}, copied = {0};
  setters[1](&r, n);
  setters[0](&r, wordOf(x[0] * x[1]));
  copyBoth(&copied, &r);
  return numberOf(copied.word) * (double)copied.count;
}
CHECK_FUNCTION_N(bySetter, 2, 1.5, -2);

/// By the function's own callees, in a table that only they know.
NOINLINE static void keepPlace(int64_t ***table, int64_t **place) { *table = place; }
double byTable(const double *x, int n) {
  struct record r = {0}, copied = {0};
  int64_t *place = &r.word, **table;
  keepPlace(&table, &place);
  r.count = n;
  **table = wordOf(x[0] * x[1]);
  copyBoth(&copied, &r);
  return numberOf(copied.word) * (double)copied.count;
}
CHECK_FUNCTION_N(byTable, 2, 1.5, -2);
