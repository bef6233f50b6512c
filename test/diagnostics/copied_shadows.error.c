// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -O2 -g -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -Wno-enzyme-copied-shadow -Werror -c %s -o %t.o
// A shadow that is copied from its value shares what the value's pointers lead to. Not where a pointer is set
// anew, where pointers lead to no numbers, or where somebody else may have set it.
#include <stdlib.h>
#include <string.h>
extern int enzyme_const, enzyme_dup;
double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);
struct model {
  double *weights;
  int count;
  double bias;
};
struct layers {
  struct model first, *second;
  const char *name;
};
struct named {
  double x;
  const char *name;
  int *places;
};
double run(const struct model *m) {
  double sum = m->bias;
  for (int i = 0; i < m->count; i++)
    sum += m->weights[i] * m->weights[i];
  return sum;
}
double runAll(const struct layers *l) { return run(&l->first) * run(l->second); }
double square(const struct named *n) { return n->x * n->x; }
void prepare(struct model *m);

double copied(struct model *m) {
  struct model dm = *m;
  dm.bias = 0;
  __enzyme_autodiff((void *)run, m, &dm); // expected-warning {{the shadow of parameter 1 of 'run' was copied from the value with its pointers, which lead to the value's own numbers: derivatives are added to those; let the shadow's pointers lead to memory of the same form that holds zeros; if no derivative is added behind them, -Wno-enzyme-copied-shadow [ENZ0184]}}
  return dm.bias;
}
double copiedFromAVariable(double *weights, int count) {
  struct model m = {weights, count, 1}, dm = m;
  __enzyme_autodiff((void *)run, enzyme_dup, &m, &dm); // expected-warning {{the shadow of parameter 1 of 'run' was copied from the value}}
  return dm.bias;
}
double copiedByMemcpy(struct layers l) {
  struct layers dl;
  memcpy(&dl, &l, sizeof l);
  dl.first.bias = 0;
  __enzyme_autodiff((void *)runAll, &l, &dl); // expected-warning {{the shadow of parameter 1 of 'runAll' was copied from the value}}
  return dl.first.bias;
}

double fine(struct model *m, struct named *n) {
  struct model dm = *m, other = *m, prepared = *m, constant = *m;
  dm.weights = calloc(m->count, sizeof *dm.weights);
  __enzyme_autodiff((void *)run, m, &dm);
  prepare(&prepared);
  __enzyme_autodiff((void *)run, m, &prepared);
  memset(&other, 0, sizeof other);
  __enzyme_autodiff((void *)run, m, &other);
  struct named dn = *n;
  dn.x = 0;
  __enzyme_autodiff((void *)square, n, &dn);
  __enzyme_autodiff((void *)run, enzyme_const, &constant);
  double first = dm.weights[0];
  free(dm.weights);
  return first + dn.x + __enzyme_fwddiff((void *)run, m, &constant);
}
