// Regions that only one thread can run in derivatives, in which a thread's array, structure, allocated memory or static
// variable keeps from one iteration of a shared loop to the next what the other threads' iterations would not see.
// RUN: enzyme-clang -g -fopenmp -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -g -fopenmp -O2 -Xclang -verify -c %s -o %t.o
// REQUIRES: openmp
#include <omp.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
static void alone(void) { omp_set_max_active_levels(3); }

static double sumOf(const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += y[i];
  return sum;
}
static double array(const double *x, int n) {
  double y[64], state[2] = {0, 0};
#pragma omp parallel for firstprivate(state) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    state[i % 2] = 0.5 * state[i % 2] + x[i];
    y[i] = state[i % 2] * state[i % 2];
  }
  return sumOf(y, n);
}
static double chunks(const double *x, int n) {
  double y[64], window[4] = {0};
#pragma omp parallel firstprivate(window) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  {
    alone();
#pragma omp for schedule(dynamic, 2)
    for (int i = 0; i < n; i++) {
      for (int k = 3; k > 0; k--)
        window[k] = window[k - 1];
      window[0] = x[i];
      y[i] = window[0] * window[1] + window[2] * window[3];
    }
  }
  return sumOf(y, n);
}
static double sometimes(const double *x, int n) { // filled, but not by each iteration
  double y[64], scratch[3];
#pragma omp parallel for private(scratch) schedule(static, 3) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    if (i % 3 == 0)
      for (int k = 0; k < 3; k++)
        scratch[k] = x[i] * k;
    y[i] = x[i] * scratch[1] * scratch[2];
  }
  return sumOf(y, n);
}
static double partly(const double *x, int n) { // all but one number of it
  double y[64], scratch[4] = {1, 1, 1, 1};
#pragma omp parallel for firstprivate(scratch) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    for (int k = 0; k < 3; k++)
      scratch[k] = x[i] * k;
    scratch[i % 4] += x[i];
    y[i] = scratch[3] * scratch[2];
  }
  return sumOf(y, n);
}
typedef struct {
  double level, slope;
} State;
static double advance(State *state, double x) {
  state->level += 0.5 * state->slope + x;
  state->slope = 0.25 * state->slope + x;
  return state->level * state->level;
}
static double structure(const double *x, int n) {
  double y[64];
  State state = {0, 0};
#pragma omp parallel for firstprivate(state) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    y[i] = advance(&state, x[i]);
  }
  return sumOf(y, n);
}
static void filter(double *state, double x) { *state = 0.5 * *state + x; }
static double passed(const double *x, int n) {
  double y[64], state = 0;
#pragma omp parallel for firstprivate(state) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    filter(&state, x[i]);
    y[i] = state * state;
  }
  return sumOf(y, n);
}
static double allocated(const double *x, int n) {
  double y[64];
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  {
    alone();
    double *state = calloc(2, sizeof *state);
#pragma omp for
    for (int i = 0; i < n; i++) {
      state[1] = 0.5 * state[1] + x[i];
      y[i] = state[1] * state[1];
    }
    free(state);
  }
  return sumOf(y, n);
}
static double throughMember(const double *x, int n) {
  double y[64];
#pragma omp parallel // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  {
    alone();
    struct {
      double *numbers;
      int count;
    } list = {calloc(2, sizeof(double)), 2};
#pragma omp for
    for (int i = 0; i < n; i++) {
      list.numbers[i % list.count] += 0.5 * x[i] * list.numbers[0] + x[i];
      y[i] = list.numbers[0];
    }
    free(list.numbers);
  }
  return sumOf(y, n);
}
static _Thread_local double history[3];
static double record(double x) {
  history[2] = history[1];
  history[1] = history[0];
  history[0] = x;
  return history[0] * history[1] * history[2];
}
static double ofThreads(const double *x, int n) {
  double y[64];
#pragma omp parallel for // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    y[i] = record(x[i]);
  }
  return sumOf(y, n);
}
static double number;
#pragma omp threadprivate(number)
static double next(double x) { return number = 0.5 * number + x; }
static double throughPointer(const double *x, int n) { // it is a pointer that is the reason here
  double y[64];
  double (*volatile chosen)(double) = next;
#pragma omp parallel for // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    y[i] = chosen(x[i]);
  }
  return sumOf(y, n);
}
static double fromLoopToLoop(const double *x, int n) {
  double y[64], last[1] = {0};
#pragma omp parallel firstprivate(last) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  {
    alone();
#pragma omp for
    for (int i = 0; i < n; i++)
      last[0] = x[i];
#pragma omp for
    for (int i = 0; i < n; i++)
      y[i] = x[i] * last[0];
  }
  return sumOf(y, n);
}
static double copied(const double *x, int n) {
  double y[64];
  State state = {0, 0};
#pragma omp parallel for firstprivate(state) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    State before = state;
    before.level += x[i];
    y[i] = before.level * before.level;
    state = before;
  }
  return sumOf(y, n);
}
static double inSections(const double *x, int n) {
  double y[2], state[1] = {1};
#pragma omp parallel sections firstprivate(state) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  {
#pragma omp section
    {
      alone();
      state[0] *= x[0];
      y[0] = state[0];
    }
#pragma omp section
    {
      state[0] *= x[1];
      y[1] = state[0];
    }
  }
  return y[0] * y[1];
}
__attribute__((annotate("enzyme_inactive"))) double kept(const double *numbers); // it may read again what it was handed before
static double throughCode(const double *x, int n) {
  double y[64], each[2], some[2];
#pragma omp parallel for private(each, some) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    if (i % 2) {
      some[0] = some[1] = x[i];
      y[i] = kept(some);
    }
    each[0] = each[1] = x[i];
    y[i] = kept(each) * x[i];
  }
  return sumOf(y, n);
}
static double throughBox(const double *x, int n) { // an iteration's own memory leads to it
  double y[64], state[2] = {0, 0};
#pragma omp parallel for firstprivate(state) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    double **box = malloc(2 * sizeof *box);
    box[i % 2] = box[1 - i % 2] = state;
    double *found = box[n % 2];
    found[0] = 0.5 * found[0] + x[i];
    y[i] = found[0] * found[0];
    free(box);
  }
  return sumOf(y, n);
}
static double throughShared(const double *x, int n) { // so does memory of all threads
  double y[64], state[2] = {0, 0}, *boxes[64];
#pragma omp parallel for firstprivate(state) // expected-error-re {{a parallel region that only one thread can run in derivatives ('omp_set_max_active_levels') and whose result may depend on how many there are (line {{[0-9]+}}: memory of a thread's own may be carried from one iteration to the next)}}
  for (int i = 0; i < n; i++) {
    alone();
    boxes[i] = state;
    double *found;
    alone();
    found = boxes[i];
    found[0] = 0.5 * found[0] + x[i];
    y[i] = found[0] * found[0];
  }
  return sumOf(y, n);
}
#define ALL(X) \
  X(array) X(chunks) X(sometimes) X(partly) X(structure) X(passed) X(allocated) X(throughMember) X(ofThreads) X(throughPointer) X(fromLoopToLoop) X(copied) X(inSections) X(throughCode) X(throughBox) X(throughShared)
#define ONE(F) __enzyme_autodiff((void *)F, enzyme_dup, x, dx, enzyme_const, n);
void gradients(const double *x, double *dx, int n) {
  ALL(ONE)
}
