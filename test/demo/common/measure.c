/* measure.c - differences, timing and the result lines of the demo.
 *
 * A difference between two derivatives is given relative to the larger of the
 * compared component and a thousandth of the largest component: components that
 * matter must agree in relative terms, and rounding noise in tiny ones does not
 * drown the verdict. */
#include "measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLED = 48, DIRECTIONS = 3 };

/* Processor time: waiting for a turn on a busy machine does not count. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double demo_uniform(unsigned long *state) {
  *state = *state * 6364136223846793005ul + 1442695040888963407ul;
  return (double)(*state >> 11) * 0x1p-53;
}

double demo_normal(unsigned long *state) {
  double radius = sqrt(-2 * log(1 - demo_uniform(state)));
  return radius * cos(6.283185307179586 * demo_uniform(state));
}

/* ---- timing ------------------------------------------------------------- */

struct job {
  void (*run)(void *context);
  void *context;
  long repeats;
  double best;
};

static double batch(struct job *job) {
  double start = now();
  for (long r = 0; r < job->repeats; r++)
    job->run(job->context);
  double one = (now() - start) / (double)job->repeats;
  if (job->best == 0 || one < job->best)
    job->best = one;
  return one;
}

/* Enough repeats for a batch of about ten milliseconds. */
static void calibrate(struct job *job) {
  job->repeats = 1;
  double one = batch(job);
  one = batch(job);
  job->repeats = one > 1e-2 ? 1 : (long)(1e-2 / (one > 1e-9 ? one : 1e-9)) + 1;
}

/* Times all jobs in turn until no shortest time has fallen by more than half a
 * percent for ten rounds, or four seconds have gone. */
static void time_jobs(struct job *jobs, int count) {
  double start = now();
  for (int j = 0; j < count; j++)
    calibrate(&jobs[j]);
  for (int quiet = 0; quiet < 10 && now() - start < 4;) {
    quiet++;
    for (int j = 0; j < count; j++) {
      double before = jobs[j].best;
      batch(&jobs[j]);
      if (jobs[j].best < 0.995 * before)
        quiet = 0;
    }
  }
}

double demo_time(void (*run)(void *), void *context) {
  struct job job = {run, context, 1, 0};
  time_jobs(&job, 1);
  return job.best;
}

/* ---- differences -------------------------------------------------------- */

/* df/dv at x by central differences of fourth order with `scale` times the step. */
static double difference(const struct demo_case *c, const double *v, double scale) {
  size_t bytes = (size_t)c->variables * sizeof(double);
  double *kept = malloc(bytes);
  memcpy(kept, c->x, bytes);
  double size = 1;
  for (int i = 0; i < c->variables; i++)
    if (v[i] != 0)
      size = fmax(size, fabs(kept[i]));
  double h = (c->step > 0 ? c->step : 1e-3) * size * scale, value[2];
  for (int twice = 0; twice < 2; twice++) {
    double side[2];
    for (int minus = 0; minus < 2; minus++) {
      double t = (minus ? -h : h) * (twice ? 2 : 1);
      for (int i = 0; i < c->variables; i++)
        c->x[i] = kept[i] + t * v[i];
      side[minus] = c->primal(c->context);
    }
    value[twice] = side[0] - side[1];
  }
  memcpy(c->x, kept, bytes);
  free(kept);
  return (8 * value[0] - value[1]) / (12 * h);
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Compared pairs: `tested` against `trusted`. */
struct comparison {
  int count;
  double tested[1024], trusted[1024];
};

static void compare(struct comparison *all, double tested, double trusted) {
  if (all->count == 1024)
    return;
  all->tested[all->count] = tested;
  all->trusted[all->count++] = trusted;
}

static double largest_difference(const struct comparison *all) {
  double largest = 0, worst = 0;
  for (int i = 0; i < all->count; i++)
    largest = fmax(largest, fabs(all->trusted[i]));
  for (int i = 0; i < all->count; i++) {
    double size = fmax(fabs(all->trusted[i]), 1e-3 * largest);
    double error = fabs(all->tested[i] - all->trusted[i]);
    if (!(error <= 1e300))
      return INFINITY;
    worst = fmax(worst, size > 0 ? error / size : error);
  }
  return worst;
}

/* The k-th direction to test: sampled unit vectors first, then dense ones. */
static void direction(int n, int k, int units, unsigned long *random, double *v) {
  if (k < units) {
    memset(v, 0, (size_t)n * sizeof(double));
    v[units == n ? k : (int)(demo_uniform(random) * n)] = 1;
    return;
  }
  for (int i = 0; i < n; i++)
    v[i] = demo_normal(random) / sqrt((double)n);
}

/* ---- one case ----------------------------------------------------------- */

int demo_report(const struct demo_case *c, const char *mode, double error, double primal_seconds,
                double derivative_seconds) {
  int wrong = !(error <= c->tolerance);
  printf("result %s %s %d %.3e %.1e %.6e %.6e %s\n", c->program, mode, c->variables, error,
         c->tolerance, primal_seconds, derivative_seconds, wrong ? "WRONG" : "right");
  fflush(stdout);
  return wrong;
}

struct calls {
  const struct demo_case *c;
  double *gradient, *direction;
  double sink;
};

static void run_primal(void *p) {
  struct calls *s = p;
  s->sink += s->c->primal(s->c->context);
}

static void run_reverse(void *p) {
  struct calls *s = p;
  s->c->reverse(s->c->context, s->gradient);
}

static void run_forward(void *p) {
  struct calls *s = p;
  s->sink += s->c->forward(s->c->context, s->direction);
}

/* Without derivatives: do differences at two step lengths agree? */
static int check_differences(const struct demo_case *c, struct comparison *pairs, double *v,
                             int units) {
  unsigned long random = 7;
  for (int k = 0; k < units + DIRECTIONS; k++) {
    direction(c->variables, k, units, &random, v);
    compare(pairs, difference(c, v, 0.5), difference(c, v, 1));
  }
  struct calls calls = {c, NULL, v, 0};
  double seconds = demo_time(run_primal, &calls);
  return demo_report(c, "differences", largest_difference(pairs), seconds, seconds);
}

static int timed_report(const char *mode, struct calls *calls, void (*run)(void *),
                        const struct comparison *pairs) {
  struct job jobs[2] = {{run_primal, calls, 1, 0}, {run, calls, 1, 0}};
  time_jobs(jobs, 2);
  return demo_report(calls->c, mode, largest_difference(pairs), jobs[0].best, jobs[1].best);
}

int demo_check(const struct demo_case *c) {
  int n = c->variables, units = n <= SAMPLED ? n : SAMPLED;
  double *v = calloc((size_t)n, sizeof(double)), *gradient = calloc((size_t)n, sizeof(double));
  struct comparison *reverse = calloc(3, sizeof *reverse), *forward = reverse + 1;
  struct comparison *modes = reverse + 2;
  struct calls calls = {c, gradient, v, 0};
  int wrong;
  if (!c->reverse) {
    wrong = check_differences(c, reverse, v, units);
  } else {
    unsigned long random = 7;
    c->reverse(c->context, gradient);
    for (int k = 0; k < units + DIRECTIONS; k++) {
      direction(n, k, units, &random, v);
      double trusted = difference(c, v, 1), tangent = c->forward(c->context, v);
      compare(reverse, dot(n, gradient, v), trusted);
      compare(forward, tangent, trusted);
      compare(modes, dot(n, gradient, v), tangent);
    }
    wrong = timed_report("reverse", &calls, run_reverse, reverse);
    wrong |= timed_report("forward", &calls, run_forward, forward);
    wrong |= demo_report(c, "modes", largest_difference(modes), 0, 0);
  }
  free(v), free(gradient), free(reverse);
  return wrong;
}
