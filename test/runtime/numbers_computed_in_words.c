// Numbers whose bits are computed with in memory, and that are read as numbers again: no derivative
// knows what became of them. In reverse the program stops at the line where the integer is stored.
// In forward mode the tangent is NaN, or the program stops where only a part of a number was
// changed. It does not go on with the derivative of the number before.
// RUN: enzyme-clang -DCASE=inWords %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=inFunctions %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=besideNumbers %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=filledByFunction %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=inGlobal %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=handedOn %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=chosen %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=handedOnAsMember %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=inStructure %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=behindGlobal %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=givenFarAway %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=signsCopied %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=exponentsInBytes %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=exponentsInMembers %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=exponentOfOne %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=exponentInNamedWord %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=lowHalves %s -o %t && not %t 2>&1 | FileCheck %s && not %t forward 2>&1 | FileCheck %s
// RUN: enzyme-clang -DCASE=chosenInRegister %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=watched %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// RUN: enzyme-clang -DCASE=comparedFirst %s -o %t && not %t 2>&1 | FileCheck %s && %t forward
// CHECK: enzyme: an integer computed from the bits of a floating-point value that has a derivative is stored where one is read
#include <stdint.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
#define NOINLINE __attribute__((noinline))
enum { most = 64 };
const uint64_t inverse = 0xef7bdef7bdef7bdf; // of 31
int count = 4;

static uint64_t wordOf(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  return word;
}
static double doubleOf(uint64_t word) {
  double x;
  memcpy(&x, &word, sizeof x);
  return x;
}
static double sumOf(const void *words, double factor) {
  double numbers[most], sum = 0;
  memcpy(numbers, words, count * sizeof(double));
  for (int i = 0; i < count; i++)
    sum += numbers[i] * factor;
  return sum;
}

double inWords(const double *x) {
  uint64_t words[most];
  memcpy(words, x, count * sizeof *x);
  for (int i = 0; i < count; i++)
    words[i] += (uint64_t)1 << 52; // twice the number
  return sumOf(words, x[0]);
}

NOINLINE static void scale(uint64_t *words, int n) {
  for (int i = 0; i < n; i++)
    words[i] += (uint64_t)1 << 52;
}
double inFunctions(const double *x) {
  uint64_t words[most];
  memcpy(words, x, count * sizeof *x);
  scale(words, count);
  return sumOf(words, x[0]);
}

double besideNumbers(const double *x) {
  uint64_t words[most];
  double sum = 0;
  for (int i = 0; i < count; i++) {
    words[i] = wordOf(x[i]) * 31;
    words[count + i] = wordOf(x[i] * x[i]);
  }
  for (int i = 0; i < count; i++)
    words[i] *= inverse;
  for (int i = 0; i < 2 * count; i++)
    sum += doubleOf(words[i]) * x[0];
  return sum;
}

NOINLINE static void hash(uint64_t *to, const double *x, int n) {
  for (int i = 0; i < n; i++)
    to[i] = wordOf(x[i]) * 31;
}
double filledByFunction(const double *x) {
  uint64_t words[most];
  double sum = 0;
  hash(words, x, count);
  for (int i = 0; i < count; i++)
    words[i] *= inverse;
  for (int i = 0; i < count; i++)
    sum += doubleOf(words[i]) * x[0];
  return sum;
}

static uint64_t kept[most];
NOINLINE static void scaleKept(void) {
  for (int i = 0; i < count; i++)
    kept[i] += (uint64_t)1 << 52;
}
double inGlobal(const double *x) {
  memcpy(kept, x, count * sizeof *x);
  scaleKept();
  return sumOf(kept, x[0]);
}

// One function reads the word, another stores it.
NOINLINE static void store(uint64_t *at, uint64_t word) { *at = word; }
NOINLINE static void hand(uint64_t *at, uint64_t word) {
  for (int i = 0; i < count; i++)
    store(at + i, i ? at[i] : word);
}
double handedOn(const double *x) {
  uint64_t words[most];
  memcpy(words, x, count * sizeof *x);
  hand(words, words[0] + ((uint64_t)1 << 52));
  return sumOf(words, x[0]);
}

double chosen(const double *x) {
  uint64_t words[most];
  memcpy(words, x, count * sizeof *x);
  uint64_t word = words[0] * 31;
  for (int i = 0; i < count; i++)
    store(words + i, i ? words[i] : word);
  return sumOf(words, x[0]);
}

struct value {
  union {
    double number;
    int64_t integer;
  };
  int kind;
};
NOINLINE static void setNumber(struct value *to, double number) {
  to->number = number, to->kind = 1;
}
NOINLINE static void setInteger(struct value *to, int64_t integer) {
  to->integer = integer, to->kind = 2;
}
double handedOnAsMember(const double *x) {
  struct value value;
  setNumber(&value, x[0]);
  setInteger(&value, value.integer + ((int64_t)1 << 52));
  return value.number;
}

struct holder {
  int n;
  uint64_t *words;
};
NOINLINE static void scaleEach(struct holder *h) {
  for (int i = 0; i < h->n; i++)
    h->words[i] += (uint64_t)1 << 52;
}
double inStructure(const double *x) {
  uint64_t words[most];
  struct holder h = {count, words};
  memcpy(words, x, count * sizeof *x);
  scaleEach(&h);
  return sumOf(words, x[0]);
}

static uint64_t *current;
NOINLINE static void scaleCurrent(void) {
  for (int i = 0; i < count; i++)
    current[i] += (uint64_t)1 << 52;
}
NOINLINE static void fill(uint64_t *words, const double *x) {
  current = words;
  memcpy(words, x, count * sizeof *x);
}
double behindGlobal(const double *x) {
  uint64_t words[most];
  fill(words, x);
  scaleCurrent();
  return sumOf(words, x[0]);
}

NOINLINE static void fillLater(uint64_t *words, const double *x, int n) {
  if (n)
    fillLater(words, x, n - 1);
  else
    memcpy(words, x, count * sizeof *x);
}
NOINLINE static void fillMuchLater(uint64_t *words, const double *x) { fillLater(words, x, 3); }
NOINLINE static void scaleOnly(uint64_t *words, int n) {
  for (int i = 0; i < n; i++)
    words[i] += (uint64_t)1 << 52;
}
NOINLINE static double sumLater(const uint64_t *words, double factor) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += doubleOf(words[i]) * factor;
  return sum;
}
double givenFarAway(const double *x) {
  uint64_t words[most];
  fillMuchLater(words, x);
  scaleOnly(words, count);
  return sumLater(words, x[0]);
}

// In a loop of which there is a version for arrays that do not overlap.
NOINLINE static void copySigns(uint64_t *to, const uint64_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (to[i] & INT64_MAX) | (from[i] & (uint64_t)INT64_MIN);
}
double signsCopied(const double *x) {
  uint64_t to[4], from[4];
  for (int i = 0; i < 4; i++)
    to[i] = wordOf(x[i] * x[i]), from[i] = wordOf(x[i] - 2);
  copySigns(to, from, count);
  return sumOf(to, x[0]);
}

double exponentsInBytes(const double *x) {
  unsigned char bytes[8 * most];
  memcpy(bytes, x, count * sizeof *x);
  for (int i = 0; i < count; i++)
    bytes[8 * i + 6] += 0x10;
  return sumOf(bytes, 2); // byte 6 of this adjoint is zero
}

// Bytes that have names.
struct eight {
  unsigned char b0, b1, b2, b3, b4, b5, b6, b7;
};
double exponentsInMembers(const double *x) {
  struct eight each[most];
  memcpy(each, x, count * sizeof *x);
  for (int i = 0; i < count; i++)
    each[i].b6 += 0x10;
  return sumOf(each, 2);
}
NOINLINE static void scaleMember(struct eight *bytes) { bytes->b6 += 0x10; }
double exponentOfOne(const double *x) {
  struct eight one;
  double number;
  memcpy(&one, x, sizeof one);
  scaleMember(&one);
  memcpy(&number, &one, sizeof one);
  return number * 2;
}

// Members that are words of their own.
struct halves {
  int tag;
  uint32_t low, high;
};
NOINLINE static void scaleHalf(struct halves *h) { h->high += 0x100000; }
double exponentInNamedWord(const double *x) {
  struct halves h = {1, 0, 0};
  double number;
  memcpy(&h.low, x, sizeof number);
  scaleHalf(&h);
  memcpy(&number, &h.low, sizeof number);
  return number * 2 * h.tag;
}

// Bit 31 of a double is no sign.
NOINLINE static void turn(uint32_t *word) { *word ^= (uint32_t)1 << 31; }
double lowHalves(const double *x) {
  uint32_t words[2 * most];
  double thirds[most];
  for (int i = 0; i < count; i++)
    thirds[i] = x[i] / 3;
  memcpy(words, thirds, count * sizeof *x);
  for (int i = 0; i < count; i++)
    turn(words + 2 * i);
  return sumOf(words, x[0] / 7);
}

// Stored by one instruction: an integer here, a number there.
static volatile int way = 1;
NOINLINE static void put(struct value *to, const int64_t *word, const double *number) {
  to->integer = way ? *word * 3 / way : (int64_t)wordOf(*number * *number);
  to->kind = way ? 2 : 1;
}
double chosenInRegister(const double *x) {
  struct value value;
  double numbers[2] = {x[0] * x[1], x[2]};
  put(&value, (const int64_t *)numbers, numbers + 1);
  return value.number * x[2];
}

// What a signal handler may look at is no copy of memory.
NOINLINE static void watch(volatile uint32_t *to, const void *from) {
  uint32_t word;
  for (int i = 0; i < 2; i++) {
    memcpy(&word, (const char *)from + 4 * i, sizeof word);
    to[i] = word;
  }
}
double watched(const double *x) {
  double number = x[0] * x[1] / 3, result;
  uint32_t words[2];
  watch(words, &number);
  memcpy(&result, words, sizeof result);
  return result * x[2] / 7;
}

// Compared and exchanged by one instruction.
NOINLINE static void addAtomically(uint64_t *at, uint64_t by) {
  uint64_t old = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(at, &old, old + by, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}
static volatile uint64_t oneExponent = (uint64_t)1 << 52;
double comparedFirst(const double *x) {
  uint64_t words[most];
  memcpy(words, x, count * sizeof *x);
  for (int i = 0; i < count; i++)
    addAtomically(words + i, oneExponent);
  return sumOf(words, x[0]);
}

int main(int arguments, char **argument) {
  double x[4] = {1.5, -2.25, 0.75, 3}, dx[4] = {1, 2, 3, 4};
  if (arguments > 1)
    return !__builtin_isnan(__enzyme_fwddiff((void *)CASE, x, dx));
  __enzyme_autodiff((void *)CASE, x, dx);
  return 0;
}
