// An active array of another file whose size is not declared here: its shadow would have none.
// The link may find it (test/link/arrays_of_unknown_size), unless nothing is carried there.
// RUN: enzyme-clang -fno-enzyme-carry -Xclang -verify -c %s -o %t.o
double __enzyme_autodiff(void *, ...);
extern double table[];
double twice(double x) {
  for (int i = 0; i < 4; i++)
    table[i] = x * i; // expected-error {{'table', an array of unknown size, is not supported yet}}
  return table[1] + table[3];
}
double slope(double x) { return __enzyme_autodiff((void *)twice, x); }
