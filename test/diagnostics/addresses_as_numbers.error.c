// Addresses that are handed to functions, or returned, as the bits of a number: who gets them makes
// a pointer of which nobody knows the shadow. Where they lead to constant memory, or do not leave,
// all is well.
// RUN: enzyme-clang -Xclang -verify -Xclang -verify-ignore-unexpected=note -c %s -o %t.o
#include <string.h>
double __enzyme_autodiff(void *, ...);
#define NOINLINE __attribute__((noinline))

static const double *pointerOf(double number) {
  const double *pointer;
  memcpy(&pointer, &number, sizeof pointer);
  return pointer;
}

NOINLINE static double square(double number, int n) {
  return n ? square(number, n - 1) : *pointerOf(number) * *pointerOf(number);
}
double handedOn(const double *x) {
  double number;
  memcpy(&number, &x, sizeof number);
  return square(number, 3); // expected-error {{an address that is computed of integers}}
}

static double squareOf(double number) { return *pointerOf(number) * *pointerOf(number); }
static double cubeOf(double number) { return *pointerOf(number) * squareOf(number); }
static double (*const powers[])(double) = {squareOf, cubeOf};
volatile int which;
double throughTable(const double *x) {
  double number;
  memcpy(&number, &x, sizeof number);
  return powers[which](number); // expected-error {{an address that is computed of integers}}
}

struct boxed {
  double number;
  long kind;
};
NOINLINE static double open(struct boxed value, int n) {
  return n ? open(value, n - 1) : *pointerOf(value.number);
}
double inStructure(const double *x) {
  double number;
  memcpy(&number, &x, sizeof number);
  return open((struct boxed){number, 1}, 2); // expected-error {{an address that is computed of integers}}
}

static double cell;
NOINLINE static void set(double number) { cell = number; }
NOINLINE static double get(void) { return *pointerOf(cell) * *pointerOf(cell); }
double throughGlobal(const double *x) {
  double number;
  memcpy(&number, &x, sizeof number);
  set(number); // expected-error {{an address that is computed of integers}}
  return get();
}

static const double factors[] = {2, 3};
double ofConstants(const double *x) {
  const double *constant = factors;
  double number;
  memcpy(&number, &constant, sizeof number);
  return *x * square(number, 3);
}
double stays(const double *x) {
  double number;
  memcpy(&number, &x, sizeof number);
  return *pointerOf(number) * x[1];
}

void gradients(double *x, double *dx) {
  __enzyme_autodiff((void *)handedOn, x, dx);
  __enzyme_autodiff((void *)throughTable, x, dx);
  __enzyme_autodiff((void *)inStructure, x, dx);
  __enzyme_autodiff((void *)throughGlobal, x, dx);
  __enzyme_autodiff((void *)ofConstants, x, dx);
  __enzyme_autodiff((void *)stays, x, dx);
}
