// A static table that is only read needs no shadow, though the word const is missing. One that is written has one.
// RUN: enzyme-clang -O2 -c %s -o %t.o -mllvm -enzyme-print 2>&1 | FileCheck %s --implicit-check-not=shadow.table
static double table[1 << 16], other[1 << 16];
static double at(const double *from, int i) { return from[i & 0xffff]; }
double f(double x, int i) {
  const double *here = table;
  other[i] = x * x;
  return at(table, i) * x + here[i] + other[i];
}
// Of two series, chosen at run time, the members are read where they lie in both.
struct series {
  const double *coefficients;
  int order;
  double scale;
};
static double tableNear[] = {1, 2, 3}, tableFar[] = {4, 5, 6, 7};
static struct series seriesNear = {tableNear, 2, 0.5}, seriesFar = {tableFar, 3, 0.25}, several[] = {{tableNear, 2, 1}, {tableFar, 3, 2}};
static double horner(const struct series *s, double x) {
  double sum = 0;
  for (int k = s->order; k >= 0; k--)
    sum = sum * x + s->coefficients[k];
  return sum * s->scale;
}
double chosen(double x) {
  const struct series *s = x < 4 ? &seriesNear : &seriesFar;
  return horner(s, x) + horner(&several[1], x);
}
double __enzyme_autodiff(void *, ...);
double slope(double x) { return __enzyme_autodiff((void *)chosen, x); }
// CHECK: enzyme.shadow.other
double gradient(double x, int i) { return __enzyme_autodiff((void *)f, x, i); }
