// Who asks for a derivative may be handed about as a pointer, as a solver's callback is, and is
// not differentiated for that: the derivative is what it is for any other caller.
// RUN: enzyme-clang -O1 -mllvm -enzyme-print -c %s -o %t.o 2> %t.called
// RUN: enzyme-clang -O1 -DIS_CALLBACK -mllvm -enzyme-print -c %s -o %t.o 2> %t.callback
// RUN: FileCheck %s < %t.called
// RUN: diff %t.called %t.callback
// CHECK: @enzyme.reverse.solve
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void solve(double *a, double *b, int n) {
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / a[k * n + k];
      for (int j = k; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
  }
}
void asks(double *a, double *da, double *b, double *db, int n) {
  __enzyme_autodiff((void *)solve, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_const, n);
}
#ifdef IS_CALLBACK
void minimise(void (*gradient)(double *, double *, double *, double *, int));
void start(void) { minimise(asks); }
#endif
