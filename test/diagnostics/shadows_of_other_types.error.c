// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -O2 -g -Xclang -verify -c %s -o %t.o
// A shadow that cannot be that of its value, as the source says: of other numbers, null, the value itself.
#include <stddef.h>
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_width, enzyme_interleave, enzyme_runtime_activity;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_lanes(void *, ...);
struct taped {
  void *tape;
  double primal;
} __enzyme_augmentfwd(void *, ...);
double dot(double *x, double *y, long n) { return x[0] * y[0] * n; }
double of_rows(double **rows) { return rows[0][0] * rows[1][0]; }
double sum(const float *x, const int *places, long n) { return x[places[0]] * x[places[n - 1]]; }
struct state {
  double energy;
  int steps;
};
double of_state(struct state *s, void *context) { return context ? 0 : s->energy * s->energy; }

double floats_for_doubles(double *x, float *dx, double *y, double *dy) {
  return __enzyme_autodiff((void *)dot, enzyme_dup, x,
                           dx, // expected-error-re {{argument 4 of the request for 'dot' is 'float *'; it is taken as the shadow of parameter 1, which is 'double *'{{.*}}ENZ0015}}
                           y, dy, 1L);
}
double arrays(double *y, double *dy) {
  double x[3] = {1, 2, 3};
  float dx[3] = {0};
  return __enzyme_fwddiff((void *)dot, x, dx, y, dy, 1L); // expected-error-re {{argument 3 of the request for 'dot' is 'float[3]'; it is taken as the shadow of parameter 1, which is 'double[3]'{{.*}}ENZ0015}}
}
double levels(double **rows, double *flat) {
  return __enzyme_autodiff((void *)of_rows, rows, flat); // expected-error-re {{argument 3 of the request for 'of_rows' is 'double *'; it is taken as the shadow of parameter 1, which is 'double **'{{.*}}ENZ0015}}
}
void lanes(double *x, double *dx, long double *other, double *y) {
  __enzyme_fwddiff_lanes((void *)dot, enzyme_width, 2, enzyme_dup, x, dx, other, enzyme_const, y, 1L); // expected-error-re {{argument 7 of the request for 'dot' is 'long double *'{{.*}}ENZ0015}}
}
double null(double *x, double *y, double *dy) {
  return __enzyme_autodiff((void *)dot, enzyme_dup, x, NULL, y, dy, 1L); // expected-error-re {{argument 4 of the request for 'dot' is a null pointer; it is taken as the shadow of parameter 1, which is 'double *'{{.*}}ENZ0015}}
}
double null_of_state(struct state *s) {
  return __enzyme_autodiff((void *)of_state, s, (struct state *)0, enzyme_const, NULL); // expected-error-re {{argument 3 of the request for 'of_state' is a null pointer{{.*}}ENZ0015}}
}
double itself(double *x, double *y, double *dy) {
  return __enzyme_autodiff((void *)dot, x, x, y, dy, 1L); // expected-error-re {{argument 3 of the request for 'dot' is 'x'; it is taken as the shadow of parameter 1, which is 'x' itself{{.*}}ENZ0015}}
}
double itself_behind(double *x, double *y, double *dy, int n) {
  return __enzyme_autodiff((void *)dot, enzyme_dup, x + n, enzyme_dup, y, enzyme_const, 1L, enzyme_interleave, x + n, dy); // expected-error-re {{is 'x + n'; it is taken as the shadow of parameter 1, which is 'x + n' itself{{.*}}ENZ0015}}
}
struct taped of_a_half(double *x, double *y) {
  return __enzyme_augmentfwd((void *)dot, x, x, enzyme_const, y, 1L); // expected-error-re {{argument 3 of the request for 'dot' is 'x'{{.*}}ENZ0015}}
}

// Nothing is said of these.
double const_shadow(double *const x, double *restrict dx, const double *y, volatile double *dy) {
  return __enzyme_autodiff((void *)dot, x, dx, y, dy, 1L);
}
double casts(double *x, char *bytes, void *anything, double *y) {
  return __enzyme_autodiff((void *)dot, x, bytes, y, anything, 1L) + __enzyme_fwddiff((void *)dot, x, (double *)bytes, (void *)y, (void *)bytes, 1L);
}
double integers(float *x, float *dx, int *places, long n) {
  return __enzyme_autodiff((void *)sum, x, dx, places, places, n) + __enzyme_autodiff((void *)sum, x, dx, places, NULL, n);
}
double both_null(struct state *s, struct state *ds) {
  return __enzyme_autodiff((void *)of_state, s, ds, enzyme_dup, NULL, NULL);
}
double runtime_activity(double *x, double *y, double *dy) {
  return __enzyme_autodiff((void *)dot, enzyme_runtime_activity, x, x, y, dy, 1L);
}
double next(double **at, double *y, double *dy) {
  return __enzyme_autodiff((void *)dot, (*at)++, (*at)++, y, dy, 1L);
}
#define TWICE(x, dx, y, dy) __enzyme_autodiff((void *)dot, x, dx, y, dy, 1L) + __enzyme_fwddiff((void *)dot, dx, x, y, dy, 1L)
double in_a_macro(double *x, double *dx, double *y, double *dy) { return TWICE(x, dx, y, dy); }
