// A slot of a union that holds a float, later an address that a copy of the whole slot brings: the
// adjoint of the float comes to where the address's shadow still is, of which half is no number.
// (Without the checks of test/harness: those keep addresses, and the compiler expects links then.)
// Half of the addresses that a system hands out do no harm: it runs more than once.
// RUN: enzyme-clang -O0 %s -o %t && %t && %t && %t && %t && %t && %t
// RUN: enzyme-clang -O2 %s -o %t && %t && %t && %t && %t && %t && %t
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define KEPT __attribute__((noinline)) static
extern int enzyme_dup;
extern float __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);

typedef union {
  float number;
  float *place;
} Slot;
KEPT void put(Slot *slot, float value) { slot->number = value; }
KEPT float squared(const Slot *slot) { return slot->number * slot->number; }
KEPT float squaredThere(const Slot *slot) { return *slot->place * *slot->place; }
KEPT void copy(Slot *to, const Slot *from, int n) { memcpy(to, from, n * sizeof *to); }

KEPT float copied(const float *x, int n) {
  Slot *slots = malloc(2 * sizeof *slots);
  put(slots, x[0]);
  float value = squared(slots);
  slots[1].place = malloc(sizeof(float));
  *slots[1].place = x[1];
  put(slots, x[1] * value);
  value *= squared(slots); // x0^6 x1^2
  if (n)
    copy(slots, slots + 1, n);
  else
    slots[0] = slots[1];
  value *= squaredThere(slots); // x0^6 x1^4
  free(slots[1].place);
  free(slots);
  return value;
}

static void gradientOf(const float *x, float *gradient, int n) {
  __enzyme_autodiff((void *)copied, enzyme_dup, x, gradient, n);
}

static int isWrong(const float *found, float first, float second) {
  printf("%.4f %.4f\n", found[0], found[1]);
  return fabsf(found[0] / first - 1) > 1e-4f || fabsf(found[1] / second - 1) > 1e-4f;
}

int main(void) {
  for (int n = 0; n < 2; n++) {
    float x[2] = {1.25f, 0.5f}, gradient[2] = {0, 0};
    float along[2] = {1, 2}, unused[2] = {0, 0}, change[2] = {0, 0};
    gradientOf(x, gradient, n);
    __enzyme_fwddiff((void *)gradientOf, enzyme_dup, x, along, enzyme_dup, unused, change, n);
    if (isWrong(gradient, 1.1444f, 1.9073f) || isWrong(change, 22.8882f, 32.0435f))
      return 1;
  }
}
