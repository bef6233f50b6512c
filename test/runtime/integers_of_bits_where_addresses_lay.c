// RUN: enzyme-clang -O2 %s -o %t && not %t 2>&1 | FileCheck %s
// RUN: enzyme-clang -O0 %s -o %t && not %t 2>&1 | FileCheck %s
// An integer made of numbers' bits is stored in a cell that other iterations have an address in, and is read there as a
// number. That an address may lie in the cell's shadow is no reason to let it pass.
// CHECK: enzyme: an integer computed from the bits of a floating-point value
#include <enzyme/enzyme.h>
#include <stdio.h>
#include <string.h>

typedef union {
  double number;
  double *place;
  long bits;
} Cell;
__attribute__((noinline)) static long bitsOf(double value) {
  long bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
__attribute__((noinline)) static void putBits(Cell *cell, long bits) { cell->bits = bits; }
__attribute__((noinline)) static void putAddress(Cell *cell, double *place) { cell->place = place; }
__attribute__((noinline)) static double get(const Cell *cell) { return cell->number; }

double f(double *x) {
  Cell cell;
  double sum = 0;
  for (int i = 0; i < 6; i++)
    if (i % 2) {
      putAddress(&cell, x + i % 3);
      sum += *cell.place;
    } else {
      putBits(&cell, bitsOf(x[i % 3]) * 31 / 31 + (bitsOf(x[1]) >> 40));
      sum += get(&cell);
    }
  return sum;
}

int main(void) {
  double x[3] = {1.1, 2.2, 3.3}, gradient[3] = {0};
  __enzyme_autodiff((void *)f, enzyme_dup, x, gradient);
  printf("%g %g %g\n", gradient[0], gradient[1], gradient[2]);
}
