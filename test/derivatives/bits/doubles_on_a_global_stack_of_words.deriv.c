// A stack of words in the program's globals that holds doubles.
#include "check.h"
#include <stdint.h>
#define NI __attribute__((noinline))

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

static uint64_t stack[8];
static int top;
NI static void globalPush(uint64_t word) { stack[top++] = word; }
NI static uint64_t globalPop(void) { return stack[--top]; }
double onGlobalStack(const double *x) {
  top = 0;
  globalPush(wordOf(x[0] * x[1]));
  globalPush(wordOf(sin(x[1])));
  globalPush(globalPop());
  double a = doubleOf(globalPop()), b = doubleOf(globalPop());
  return a * b + a;
}
CHECK_FUNCTION(onGlobalStack, 2, 0.7, -1.2);
