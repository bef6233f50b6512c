// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// The word that asks for snapshots, where there is no loop; and loops whose state cannot be told.
#include <stdio.h>
void __enzyme_checkpoint(int);
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
static void noLoop(double *x) {
  __enzyme_checkpoint(3); // expected-warning-re {{the request for checkpoints stands in no loop{{.*}}ENZ0135}}
  *x *= *x;
}
static void prints(double *x) {
  for (int t = 0; t < 9; t++) {
    __enzyme_checkpoint(3); // expected-warning-re {{this loop keeps what its derivative needs of every iteration, and no snapshots: it calls 'printf'{{.*}}ENZ0136}}
    printf("%d\n", t); // expected-note {{it does so here}}
    *x = *x * *x;
  }
}
static void unknownSize(double *x, const int *at) {
#pragma enzyme checkpoint(3) // expected-warning-re {{it writes to memory 'x' of a size that is not known before the loop{{.*}}ENZ0136}}
  for (int t = 0; t < 9; t++)
    x[at[t]] *= x[at[t + 1]]; // expected-note {{it does so here}}
}
static void turnsRows(double **rows) {
  for (int t = 0; t < 9; t++) {
    __enzyme_checkpoint(3); // expected-warning-re {{it stores pointers in memory{{.*}}ENZ0136}}
    double *first = rows[t];
    rows[t] = rows[t + 1]; // expected-note {{it does so here}}
    rows[t + 1] = first;
    *first *= **rows;
  }
}
void all(double *x, double *dx, const int *at, double **rows, double **drows) {
  __enzyme_autodiff((void *)noLoop, x, dx);
  __enzyme_autodiff((void *)prints, x, dx);
  __enzyme_autodiff((void *)unknownSize, x, dx, enzyme_const, at);
  __enzyme_autodiff((void *)turnsRows, rows, drows);
}
