// Words of numbers that atomic operations change by what only the run knows: refused at the line. Counters
// beside numbers are not. (Words that are compared and exchanged: ../runtime/numbers_computed_in_words.c.)
// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
#include <stdint.h>
#include <string.h>
double __enzyme_autodiff(void *, ...);

volatile uint64_t amount = (uint64_t)1 << 52;
#define ATOMICALLY(name, change)                                                                   \
  __attribute__((noinline)) static void change##Word(uint64_t *at, uint64_t by) { change(at, by); } \
  double name(const double *x, int n) {                                                            \
    uint64_t words[64];                                                                            \
    double numbers[64], sum = 0;                                                                   \
    memcpy(words, x, n * sizeof *x);                                                               \
    for (int i = 0; i < n; i++)                                                                    \
      change##Word(words + i, amount);                                                             \
    memcpy(numbers, words, n * sizeof *x);                                                         \
    for (int i = 0; i < n; i++)                                                                    \
      sum += numbers[i];                                                                           \
    return sum;                                                                                    \
  }
#define ADD(at, by) __atomic_fetch_add(at, by, __ATOMIC_RELAXED)
#define AND(at, by) __atomic_fetch_and(at, by, __ATOMIC_RELAXED)
ATOMICALLY(addedAtOnce, ADD) // expected-error {{the instruction 'atomicrmw'}}
ATOMICALLY(maskedAtOnce, AND) // expected-error {{the instruction 'atomicrmw'}}

// Only what it gives is read as a number: nothing else says that one lies there.
double fetched(uint64_t *words) {
  uint64_t word = __atomic_fetch_add(words, 3, __ATOMIC_RELAXED); // expected-error {{the instruction 'atomicrmw'}}
  double number;
  memcpy(&number, &word, sizeof number);
  return number * number;
}

// By an int, which reaches no exponent.
__attribute__((noinline)) static void count(uint64_t *at, int by) { ADD(at, (uint64_t)by); }
volatile int few = 1;
double countedBeside(const double *x, int n) {
  struct {
    double numbers[64];
    uint64_t used;
  } both = {.used = 0};
  double sum = 0;
  memcpy(both.numbers, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    count(&both.used, few);
  for (int i = 0; i < n; i++)
    sum += both.numbers[i] * both.used;
  return sum;
}

void gradients(double *x, double *dx) {
  __enzyme_autodiff((void *)addedAtOnce, x, dx, 3);
  __enzyme_autodiff((void *)maskedAtOnce, x, dx, 3);
  __enzyme_autodiff((void *)countedBeside, x, dx, 3);
  __enzyme_autodiff((void *)fetched, (uint64_t *)x, (uint64_t *)dx);
}
