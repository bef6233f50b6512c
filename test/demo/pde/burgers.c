/* burgers.c - which initial velocity flows into a given final one?
 *
 * Viscous Burgers equation on a ring, u_t + (u²/2)_x = ν u_xx, by an explicit
 * conservative scheme with dx = 1/N, 10,000 time steps, one array updated in place:
 *
 *   F_{i+1/2} = (u_i² + u_{i+1}²)/4 - ν (u_{i+1} - u_i)/dx
 *   u_i ← u_i - dt/dx (F_{i+1/2} - F_{i-1/2})
 *
 * Objective: J(u_0, ν) = dx/2 Σ (u_i(T) - target_i)². Variables: the N initial
 * velocities and ν. A reverse sweep must bring back every overwritten velocity.
 *
 *   burgers OUT.csv     writes x, u(0), u(T), target, dJ/du(0) for the picture */
#include "measure.h"
#include "words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELLS = 200, STEPS = 10000 };

struct flow {
  double dt;
  double target[CELLS];
};

static double flux(double here, double next, double nu) {
  return 0.25 * (here * here + next * next) - nu * (next - here) * CELLS;
}

/* One time step; the flux through a cell's left side is carried along, so that
 * u can be overwritten at once. */
static void step(double *u, double nu, double dt) {
  double first = u[0], left = flux(u[CELLS - 1], first, nu);
  for (int i = 0; i < CELLS; i++) {
    double right = flux(u[i], i + 1 < CELLS ? u[i + 1] : first, nu);
    u[i] -= dt * CELLS * (right - left);
    left = right;
  }
}

static double misfit(const double *start, double nu, const struct flow *flow) {
  double u[CELLS], sum = 0;
  memcpy(u, start, sizeof u);
  for (int t = 0; t < STEPS; t++)
    step(u, nu, flow->dt);
  for (int i = 0; i < CELLS; i++)
    sum += (u[i] - flow->target[i]) * (u[i] - flow->target[i]);
  return 0.5 * sum / CELLS;
}

/* ---- check and picture --------------------------------------------------- */

struct problem {
  struct flow flow;
  double variables[CELLS + 1]; /* start, ν */
};

static double primal(void *context) {
  struct problem *p = context;
  return misfit(p->variables, p->variables[CELLS], &p->flow);
}

#if DEMO_DERIVATIVES
static void reverse(void *context, double *gradient) {
  struct problem *p = context;
  memset(gradient, 0, sizeof p->variables);
  gradient[CELLS] = __enzyme_autodiff((void *)misfit, enzyme_dup, p->variables, gradient,
                                      enzyme_out, p->variables[CELLS], enzyme_const, &p->flow);
}

static double forward(void *context, const double *direction) {
  struct problem *p = context;
  return __enzyme_fwddiff((void *)misfit, enzyme_dup, p->variables, direction, enzyme_dup,
                          p->variables[CELLS], direction[CELLS], enzyme_const, &p->flow);
}
#else
#define reverse NULL
#define forward NULL
#endif

static int write_picture(struct problem *p, const char *path) {
  FILE *file = fopen(path, "w");
  if (!file)
    return 1;
  double u[CELLS], gradient[CELLS + 1] = {0};
  memcpy(u, p->variables, sizeof u);
  for (int t = 0; t < STEPS; t++)
    step(u, p->variables[CELLS], p->flow.dt);
#if DEMO_DERIVATIVES
  reverse(p, gradient);
#endif
  fprintf(file, "x,start,end,target,gradient\n");
  for (int i = 0; i < CELLS; i++)
    fprintf(file, "%.6g,%.12g,%.12g,%.12g,%.12g\n", (i + 0.5) / CELLS, p->variables[i], u[i],
            p->flow.target[i], gradient[i] * CELLS);
  return fclose(file);
}

int main(int argc, char **argv) {
  static struct problem p;
  p.flow.dt = 1e-4;
  p.variables[CELLS] = 0.01;
  for (int i = 0; i < CELLS; i++) {
    double x = (i + 0.5) / CELLS;
    p.variables[i] = 0.3 + sin(2 * M_PI * x) * 0.7;
    p.flow.target[i] = 0.3 + 0.25 * cos(2 * M_PI * (x - 0.4));
  }
  struct demo_case c = {"burgers", CELLS + 1, p.variables, primal, reverse, forward, &p, 1e-6, 1e-3};
  int wrong = demo_check(&c);
  if (argc > 1)
    wrong |= write_picture(&p, argv[1]);
  return wrong;
}
