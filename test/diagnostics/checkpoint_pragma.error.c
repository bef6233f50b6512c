// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Pragmas that are nearly ours.
void f(double *x) {
#pragma enzyme checkpoints(3) // expected-error-re {{this is no pragma of the compiler's that is known{{.*}}ENZ0137}}
  for (int t = 0; t < 9; t++)
    *x *= *x;
}
