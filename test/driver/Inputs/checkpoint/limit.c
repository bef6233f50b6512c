// A time loop of 8 KB a step, run for 10 and for 1000 steps.
#include <enzyme/runtime.h>
#include <math.h>
#include <stdio.h>

void __enzyme_autodiff_heat(void *, ...);
enum { N = 1000 };
static double u[N], du[N];

static void heat(double *u, int steps) {
  for (int t = 0; t < steps; t++)
    for (int i = 1; i + 1 < N; i++)
      u[i] += 0.1 * (sin(u[i - 1]) - sin(u[i]) * u[i + 1]);
}
static void run(const char *name, int steps) {
  for (int i = 0; i < N; i++)
    u[i] = 0.001 * i, du[i] = 1;
  enzyme_rt_tape_forget_peak();
  uint64_t before = enzyme_rt_checkpoint_again();
  __enzyme_autodiff_heat((void *)heat, u, du, steps);
  printf("%s %d, again %d\n", name, enzyme_rt_tape_peak() < 400000, enzyme_rt_checkpoint_again() > before);
}
int main(void) {
  run("short", 10);
  run("long", 1000);
}
