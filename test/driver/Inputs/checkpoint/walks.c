// A step that walks over the rows of an array, each of which it writes once: it has no states to
// keep.
#include <enzyme/runtime.h>
#include <stdio.h>

void __enzyme_autodiff_run(void *, ...);
enum { N = 200 };
static double u[N * N], v[N * N], du[N * N], dv[N * N];

__attribute__((noinline)) static void step(const double *u, double *v, int n) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v[i * n + j] = u[i * n + j] * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1]);
}
static void run(double *u, double *v, int n) {
  step(u, v, n);
  step(v, u, n);
}
int main(void) {
  for (int i = 0; i < N * N; i++)
    u[i] = v[i] = 0.5, du[i] = 1;
  __enzyme_autodiff_run((void *)run, u, du, v, dv, N);
  printf("%s\n", enzyme_rt_tape_peak() < 4 * sizeof u ? "less than four arrays" : "more");
}
