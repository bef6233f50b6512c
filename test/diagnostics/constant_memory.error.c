// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -O2 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -Wno-enzyme-constant-memory -Werror -c %s -o %t.o
// Memory that a request passes as a constant, and that the function keeps numbers in that vary: what is
// read back from there has no derivative. Not of outputs that are only written, of what is only read,
// and of numbers that do not vary.
#include <math.h>
#include <string.h>
extern int enzyme_const, enzyme_dup;
double __enzyme_autodiff(void *, ...), __enzyme_fwddiff(void *, ...);

// A library's object with intermediate results in it.
struct layer { int n; double *weights, *out; };
struct net { int layers; struct layer *layer; };
static double run(struct net *net, const double *x) {
  const double *in = x;
  for (int k = 0; k < net->layers; k++) {
    struct layer *l = &net->layer[k];
    for (int i = 0; i < l->n; i++) {
      double sum = 0;
      for (int j = 0; j < l->n; j++)
        sum += l->weights[i * l->n + j] * in[j];
      l->out[i] = tanh(sum); // expected-note {{kept here}}
    }
    in = l->out;
  }
  return in[0];
}
double networks(struct net *net, double *x, double *dx) {
  return __enzyme_autodiff((void *)run, enzyme_const, net, x, dx); // expected-warning {{'run' keeps numbers that vary behind parameter 1, which the request passes as a constant, and reads there: what goes through that memory has no derivative; pass a shadow of the same form behind it, its numbers 0 (enzyme_dup); if nothing that is kept there is read as such, -Wno-enzyme-constant-memory [ENZ0182]}}
}

// A work array, of functions that are not inlined.
__attribute__((noinline)) static void squares(const double *x, double *work, int n) {
  for (int i = 0; i < n; i++)
    work[i] = x[i] * x[i]; // expected-note 0+ {{kept here}}
}
__attribute__((noinline)) static double total(const double *work, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += work[i];
  return sum;
}
static double norm(const double *x, double *work, int n) {
  squares(x, work, n); // expected-note 0+ {{kept here}}
  return sqrt(total(work, n)) + x[0];
}
double workArrays(double *x, double *dx, double *work) {
  return __enzyme_fwddiff((void *)norm, x, dx, enzyme_const, work, 3); // expected-warning {{'norm' keeps numbers that vary behind parameter 2}}
}

// A context that the function is to find its arguments in.
struct context { const double *x; double scale; };
__attribute__((noinline)) static double callback(void *data) {
  struct context *context = data;
  return context->scale * context->x[0] * context->x[1];
}
static double throughContext(const double *x, struct context *context) {
  context->x = x; // expected-note {{kept here}}
  return callback(context) + x[0];
}
double contexts(double *x, double *dx, struct context *context) {
  return __enzyme_autodiff((void *)throughContext, x, dx, enzyme_const, context); // expected-warning {{'throughContext' keeps numbers that vary behind parameter 2}}
}

// Copied there as bytes.
static double copied(const double *x, double *buffer, int n) {
  memcpy(buffer, x, n * sizeof *x); // expected-note {{kept here}}
  double product = 1;
  for (int i = 0; i < n; i++)
    product *= buffer[i];
  return product;
}
double copies(double *x, double *dx, double *buffer, int n) {
  return __enzyme_autodiff((void *)copied, x, dx, enzyme_const, buffer, n); // expected-warning {{'copied' keeps numbers that vary behind parameter 2}}
}

// Nothing of it here.
struct model { double mass, calls; double *table; };
__attribute__((noinline)) static void force(const struct model *m, const double *x, double *f) {
  f[0] = -m->mass * x[0] * m->table[1];
}
static void step(struct model *m, const double *x, double *y, double *log) {
  m->calls += 1;
  force(m, x, y);
  log[0] = y[0];
  log[1] = y[0] * x[0];
}
void onlyReadOrOnlyWritten(struct model *m, double *x, double *dx, double *y, double *dy, double *log) {
  __enzyme_autodiff((void *)step, enzyme_const, m, x, dx, y, dy, enzyme_const, log);
}

// Each request by what it passes: the same function, once with a shadow for what it keeps numbers in.
static double either(const double *x, double *work, const double *weights) {
  squares(x, work, 3); // expected-note 0+ {{kept here}}
  return total(work, 3) * weights[0];
}
double eitherWay(double *x, double *dx, double *work, double *dwork, double *weights) {
  __enzyme_autodiff((void *)either, x, dx, work, dwork, enzyme_const, weights);
  return __enzyme_autodiff((void *)either, x, dx, enzyme_const, work, enzyme_const, weights); // expected-warning {{'either' keeps numbers that vary behind parameter 2}}
}
