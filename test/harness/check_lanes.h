//===- check_lanes.h - several directions at once, part of check.h ---------===//
//
// Problem: with enzyme_width the compiler makes other code for the same numbers.
// Whatever a program shows about a derivative, it should show about lanes too.
//
// Here: each line CHECK_… of check.h also asks for forward mode in three lanes and
// reverse mode in two, each lane with tangents (or shadows and seeds) of its own,
// and each lane must be equal to the derivative of width 1, bit for bit (adjoints: where
// their sums have an order, numbers.h).
//
// A program for which that cannot be says why before it includes check.h:
//   #define CHECK_NO_LANES "the reason"
// With -ffast-math sums may be taken in any order, and are in another one in lanes.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_CHECK_LANES_H
#define ENZYME_TEST_CHECK_LANES_H

enum { checkForwardLanes = 3, checkReverseLanes = 2 };

#if defined(__FAST_MATH__) && !defined(CHECK_NO_LANES)
#define CHECK_NO_LANES "sums may be taken in any order"
#endif

#if defined(CHECK_PRIMAL_ONLY) || defined(CHECK_NO_LANES)
#define CHECK_LANES(f, forwardBody, reverseBody) enum { checkNoLanes_##f }
#define CHECK_FORWARD_LANES(f) 0
#define CHECK_REVERSE_LANES(f) 0
#else
typedef struct {
  real primal, tangent[checkForwardLanes];
} checkTangents;
typedef struct {
  real first[checkReverseLanes];
} checkAdjoints;
typedef struct {
  real first[checkReverseLanes], second[checkReverseLanes];
} checkAdjoints2;
#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_width;
extern checkAdjoints __enzyme_autodiff_lanes(void *, int, int, real);
extern checkAdjoints2 __enzyme_autodiff_lanes2(void *, int, int, real, real);
extern checkTangents __enzyme_fwddiff_lanes(void *, int, int, int, real, real, real, real);
extern checkTangents __enzyme_fwddiff_lanes2(void *, int, int, int, real, real, real, real, real,
                                             real, real, real);
extern checkTangents __enzyme_fwddiff_laness(void *, ...);
#ifdef __cplusplus
}
#endif
#define CHECK_LANES(f, forwardBody, reverseBody)                                                   \
  CHECK_UNUSED static void checkForwardLanes_##f(real *x, real *const *dx, real *y,                \
                                                 real *const *dy)                                  \
      forwardBody CHECK_UNUSED static void checkReverseLanes_##f(                                  \
          real *x, real *const *xbar, real *y, real *const *ybar) reverseBody enum {               \
        checkLanes_##f                                                                             \
      }
#define CHECK_FORWARD_LANES(f) checkForwardLanes_##f
#define CHECK_REVERSE_LANES(f) checkReverseLanes_##f
#endif

#define CHECK_WIDE enzyme_width, checkForwardLanes
#define CHECK_HIGH enzyme_width, checkReverseLanes
#define CHECK_THREE(shadow) shadow[0], shadow[1], shadow[2]
#define CHECK_TANGENTS(call)                                                                       \
  {                                                                                                \
    const checkTangents r = call;                                                                  \
    y[0] = r.primal;                                                                               \
    for (int lane = 0; lane < checkForwardLanes; lane++)                                           \
      dy[lane][0] = r.tangent[lane];                                                               \
  }

#define CHECK_SCALAR_LANES(f)                                                                      \
  CHECK_LANES(f,                                                                                   \
              CHECK_TANGENTS(__enzyme_fwddiff_lanes((void *)f, CHECK_WIDE, enzyme_primal_return,   \
                                                    x[0], dx[0][0], dx[1][0], dx[2][0])),          \
              {                                                                                    \
                const checkAdjoints d = __enzyme_autodiff_lanes((void *)f, CHECK_HIGH, x[0]);      \
                for (int lane = 0; lane < checkReverseLanes; lane++)                               \
                  xbar[lane][0] += d.first[lane];                                                  \
                y[0] = f(x[0]);                                                                    \
              })

#define CHECK_SCALAR2_LANES(f)                                                                     \
  CHECK_LANES(f,                                                                                   \
              CHECK_TANGENTS(__enzyme_fwddiff_lanes2((void *)f, CHECK_WIDE, enzyme_primal_return,  \
                                                     x[0], dx[0][0], dx[1][0], dx[2][0], x[1],     \
                                                     dx[0][1], dx[1][1], dx[2][1])),               \
              {                                                                                    \
                const checkAdjoints2 d =                                                           \
                    __enzyme_autodiff_lanes2((void *)f, CHECK_HIGH, x[0], x[1]);                   \
                for (int lane = 0; lane < checkReverseLanes; lane++) {                             \
                  xbar[lane][0] += d.first[lane];                                                  \
                  xbar[lane][1] += d.second[lane];                                                 \
                }                                                                                  \
                y[0] = f(x[0], x[1]);                                                              \
              })

#define CHECK_FUNCTION_LANES(f)                                                                    \
  CHECK_LANES(f,                                                                                   \
              CHECK_TANGENTS(__enzyme_fwddiff_laness((void *)f, CHECK_WIDE, enzyme_primal_return,  \
                                                     enzyme_dup, x, CHECK_THREE(dx))),             \
              {                                                                                    \
                __enzyme_autodiff_checkv((void *)f, CHECK_HIGH, enzyme_dup, x, xbar[0], xbar[1]);  \
                y[0] = f(x);                                                                       \
              })

#define CHECK_FUNCTION_N_LANES(f, n)                                                               \
  CHECK_LANES(                                                                                     \
      f,                                                                                           \
      CHECK_TANGENTS(__enzyme_fwddiff_laness((void *)f, CHECK_WIDE, enzyme_primal_return,          \
                                             enzyme_dup, x, CHECK_THREE(dx), enzyme_const, n)),    \
      {                                                                                            \
        __enzyme_autodiff_checkv((void *)f, CHECK_HIGH, enzyme_dup, x, xbar[0], xbar[1],           \
                                 enzyme_const, n);                                                 \
        y[0] = f(x, n);                                                                            \
      })

/// Behind the two shadowed pointers stand `...`: more arguments of the function.
#define CHECK_VECTOR_LANES(f, ...)                                                                 \
  CHECK_LANES(                                                                                     \
      f,                                                                                           \
      {                                                                                            \
        __enzyme_fwddiff_checkv((void *)f, CHECK_WIDE, enzyme_dup, x, CHECK_THREE(dx), enzyme_dup, \
                                y, CHECK_THREE(dy), ##__VA_ARGS__);                                \
      },                                                                                           \
      {                                                                                            \
        __enzyme_autodiff_checkv((void *)f, CHECK_HIGH, enzyme_dup, x, xbar[0], xbar[1],           \
                                 enzyme_dup, y, ybar[0], ybar[1], ##__VA_ARGS__);                  \
      })

#define CHECK_INPLACE_LANES(f, n)                                                                  \
  CHECK_LANES(                                                                                     \
      f,                                                                                           \
      {                                                                                            \
        memcpy(y, x, sizeof(real) * (n));                                                          \
        for (int lane = 0; lane < checkForwardLanes; lane++)                                       \
          memcpy(dy[lane], dx[lane], sizeof(real) * (n));                                          \
        __enzyme_fwddiff_checkv((void *)f, CHECK_WIDE, enzyme_dup, y, CHECK_THREE(dy));            \
      },                                                                                           \
      {                                                                                            \
        memcpy(y, x, sizeof(real) * (n));                                                          \
        __enzyme_autodiff_checkv((void *)f, CHECK_HIGH, enzyme_dup, y, ybar[0], ybar[1]);          \
        for (int lane = 0; lane < checkReverseLanes; lane++)                                       \
          for (int i = 0; i < (n); i++) {                                                          \
            xbar[lane][i] += ybar[lane][i];                                                        \
            ybar[lane][i] = 0;                                                                     \
          }                                                                                        \
      })

/// Three directions at once against each by itself.
CHECK_UNUSED static void checkLanesForward(const checkProblem *p, const real *point) {
  real *x = checkCopy(point, p->n), *y = checkRandom(p->m, 7);
  real *dx[checkForwardLanes], *dy[checkForwardLanes];
  for (unsigned lane = 0; lane < checkForwardLanes; lane++) {
    dx[lane] = checkRandom(p->n, 19 + lane);
    dy[lane] = checkRandom(p->m, 23 + lane);
  }
  p->forwardLanes(x, dx, y, dy);
  for (unsigned lane = 0; lane < checkForwardLanes; lane++) {
    real *x1 = checkCopy(point, p->n), *y1 = checkRandom(p->m, 7);
    real *dx1 = checkRandom(p->n, 19 + lane), *dy1 = checkRandom(p->m, 23 + lane);
    p->forward(x1, dx1, y1, dy1);
    checkSameOrRounded("forward in lanes: primal result", y, y1, p->m);
    checkSame("forward in lanes: input memory", x, x1, p->n);
    checkSame("forward in lanes: input tangent", dx[lane], dx1, p->n);
    checkSameOrRounded("forward in lanes: tangent", dy[lane], dy1, p->m);
    free(x1), free(y1), free(dx1), free(dy1), free(dx[lane]), free(dy[lane]);
  }
  free(x), free(y);
}

/// Two reverse sweeps at once against each by itself.
CHECK_UNUSED static void checkLanesReverse(const checkProblem *p, const real *point) {
  real *x = checkCopy(point, p->n), *y = checkRandom(p->m, 7);
  real *xbar[checkReverseLanes], *ybar[checkReverseLanes];
  for (unsigned lane = 0; lane < checkReverseLanes; lane++) {
    xbar[lane] = checkRandom(p->n, 31 + lane);
    ybar[lane] = checkRandom(p->m, 37 + lane);
  }
  p->reverseLanes(x, xbar, y, ybar);
  for (unsigned lane = 0; lane < checkReverseLanes; lane++) {
    real *x1 = checkCopy(point, p->n), *y1 = checkRandom(p->m, 7);
    real *xbar1 = checkRandom(p->n, 31 + lane), *ybar1 = checkRandom(p->m, 37 + lane);
    p->reverse(x1, xbar1, y1, ybar1);
    checkSameOrRounded("reverse in lanes: primal result", y, y1, p->m);
    checkSame("reverse in lanes: input memory", x, x1, p->n);
    checkSameSums("reverse in lanes: adjoint", xbar[lane], xbar1, p->n);
    checkSameSums("reverse in lanes: output shadow", ybar[lane], ybar1, p->m);
    free(x1), free(y1), free(xbar1), free(ybar1), free(xbar[lane]), free(ybar[lane]);
  }
  free(x), free(y);
}

CHECK_UNUSED static void checkLanes(const checkProblem *p, const real *point) {
  if (p->forwardLanes)
    checkLanesForward(p, point);
  if (p->reverseLanes)
    checkLanesReverse(p, point);
}

#endif
