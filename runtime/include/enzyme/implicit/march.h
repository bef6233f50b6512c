/*===- march.h - from one end of an ODE to the other, and back --------------------===
 *
 * Places are parts of the way from t[0] to t[1]: so what chooses the steps is constant where
 * the ends are not. Included by ode.h.
 *
 *   march     step by step; each step is recorded where the reverse sweep wants it
 *   back      y̅, t̅, p̅ of the steps since the last y that was kept
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_MARCH_H
#define ENZYME_IMPLICIT_MARCH_H

/* A step that was taken; y before it, null where it was not kept. */
typedef struct enzyme_implicit_taken {
  struct enzyme_implicit_taken *before;
  double begin, part;
  double *y;
} enzyme_implicit_taken;

/* What the tape holds of an integration. */
typedef struct {
  int kind, snapshots;
  double *t, *p;
  enzyme_implicit_taken *last;
} enzyme_implicit_course;

/* Where the next step begins, its part of the way, the part that is tried behind it. */
typedef struct {
  double begin, part, following;
} enzyme_implicit_pace;

ENZYME_IMPLICIT int enzyme_implicit_kind(const enzyme_ode_settings *settings) {
  return (settings->steps <= 0 ? 1 : 0) + (settings->fortran ? 2 : 0);
}

ENZYME_IMPLICIT enzyme_implicit_pace enzyme_implicit_begin(const enzyme_ode_settings *settings) {
  enzyme_implicit_pace pace;
  pace.begin = 0;
  pace.part = settings->steps > 0 ? 1.0 / settings->steps : 0.01;
  pace.following = pace.part;
  return pace;
}

/* Behind a step that was taken; what is left of the way is one step where it is hardly more. */
ENZYME_IMPLICIT void enzyme_implicit_go(enzyme_implicit_pace *pace) {
  pace->begin += pace->part;
  pace->part = pace->following;
  if (1 - pace->begin < 1e-12)
    pace->begin = 1;
}

/* The values behind the next step, whose size is settled: smaller until its error is small. */
/* structure: allow parameters, because a system has a function, values, times and parameters */
ENZYME_IMPLICIT void enzyme_implicit_advance(void *f, int n, const double *y, const double *t,
                                             int np, const double *p,
                                             const enzyme_ode_settings *settings,
                                             enzyme_implicit_pace *pace, double *next) {
  const int kind = enzyme_implicit_kind(settings), chooses = kind & 1;
  const double way = t[1] - t[0];
  double *error = enzyme_implicit_new((size_t)n);
  for (;;) {
    if (pace->begin + pace->part > 1 - 1e-9)
      pace->part = 1 - pace->begin;
    enzyme_implicit_step(kind, f, n, t[0] + way * pace->begin, way * pace->part, y, np, p, next,
                         chooses ? error : (double *)0);
    if (!chooses)
      break;
    const double size = enzyme_implicit_size(n, error, y, next, settings);
    const double growth = settings->differentiate_steps ? enzyme_implicit_growth(size)
                                                        : enzyme_implicit_constant_growth(size);
    pace->following = pace->part * growth;
    if (size <= 1)
      break;
    pace->part = pace->following;
    if (!(pace->part > 1e-13))
      enzyme_rt_refuse("enzyme_ode: the steps become too small; the equation is stiff or its "
                       "solution ends there",
                       0);
  }
  free(error);
}

/* structure: allow parameters, because a system has a function, values, times and parameters */
ENZYME_IMPLICIT void enzyme_implicit_march(void *f, int n, double *y, const double *t, int np,
                                           const double *p, const enzyme_ode_settings *settings,
                                           enzyme_implicit_course *course) {
  double *next = enzyme_implicit_new((size_t)n);
  enzyme_implicit_pace pace = enzyme_implicit_begin(settings);
  for (int steps = 0; pace.begin < 1; ++steps) {
    if (steps == enzyme_implicit_ode_steps)
      enzyme_rt_refuse("enzyme_ode: the solution needs more than ten million steps", 0);
    enzyme_implicit_advance(f, n, y, t, np, p, settings, &pace, next);
    if (course) {
      enzyme_implicit_taken *taken = (enzyme_implicit_taken *)enzyme_rt_alloc(sizeof *taken);
      taken->before = course->last;
      taken->begin = pace.begin;
      taken->part = pace.part;
      taken->y = steps % course->snapshots ? 0 : enzyme_implicit_keep(y, (size_t)n);
      course->last = taken;
    }
    memcpy(y, next, (size_t)n * sizeof(double));
    enzyme_implicit_go(&pace);
  }
  free(next);
}

/* One step backwards: adjoint is that of y behind it, then that of y before it. */
/* structure: allow parameters, because a system has a function, values, times and parameters */
ENZYME_IMPLICIT void enzyme_implicit_step_back(const enzyme_implicit_course *course,
                                               const enzyme_implicit_taken *taken, void *f, int n,
                                               const double *y, double *adjoint, double *dt, int np,
                                               double *dp) {
  const double way = course->t[1] - course->t[0], h = way * taken->part;
  const double begin = course->t[0] + way * taken->begin;
  double *work = enzyme_implicit_new(2 * (size_t)n), *next = work, *before = work + n;
  const enzyme_implicit_by_time by = __enzyme_autodiff_implicit_step(
      (void *)enzyme_implicit_step, enzyme_const, course->kind, enzyme_const, f, enzyme_const, n,
      enzyme_out, begin, enzyme_out, h, enzyme_dup, y, before, enzyme_const, np, enzyme_dup,
      course->p, dp, enzyme_dup, next, adjoint, enzyme_const, (double *)0);
  dt[0] += by.by_t * (1 - taken->begin) - by.by_h * taken->part;
  dt[1] += by.by_t * taken->begin + by.by_h * taken->part;
  memcpy(adjoint, before, (size_t)n * sizeof(double));
  free(work);
}

/* From the last step back to the one whose y was kept; returns the step before that. */
/* structure: allow parameters, because a system has a function, values, times and parameters */
ENZYME_IMPLICIT enzyme_implicit_taken *enzyme_implicit_back(const enzyme_implicit_course *course,
                                                            enzyme_implicit_taken *last, void *f,
                                                            int n, double *adjoint, double *dt,
                                                            int np, double *dp) {
  const size_t m = (size_t)n;
  const double way = course->t[1] - course->t[0];
  size_t count = 1;
  enzyme_implicit_taken *first = last;
  for (; !first->y; first = first->before)
    ++count;
  double *values = enzyme_implicit_new(count * m);
  enzyme_implicit_taken **steps =
      (enzyme_implicit_taken **)malloc(count * sizeof(enzyme_implicit_taken *));
  if (!steps)
    enzyme_rt_refuse("no memory is left for an implicit function", 0);
  for (size_t i = count; i-- > 0; last = last->before)
    steps[i] = last;
  memcpy(values, first->y, m * sizeof(double));
  for (size_t i = 0; i + 1 < count; ++i)
    enzyme_implicit_step(course->kind, f, n, course->t[0] + way * steps[i]->begin,
                         way * steps[i]->part, values + i * m, np, course->p, values + (i + 1) * m,
                         0);
  for (size_t i = count; i-- > 0;)
    enzyme_implicit_step_back(course, steps[i], f, n, values + i * m, adjoint, dt, np, dp);
  free(steps);
  free(values);
  return first->before;
}

#endif
