//===- check_split.h - the harness of numbers: halves of split derivatives ------===//
//
// Included by check.h. The augmented and the reverse half must give the bits of the
// combined derivative, also when the reverse half runs twice on one tape and when
// the primal's memory has changed in between. A program that cannot have that defines
// CHECK_NO_SPLIT as the reason, before it includes check.h.
//
// The combined derivative alone may run iterations again, or calls together with their
// reverse (docs/decisions/006.md, 007.md), and so adds up adjoints in another order:
// the last bits may differ. Programs compiled without that define CHECK_SPLIT_BITS
// (derivatives/run.py).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_CHECK_SPLIT_H
#define ENZYME_TEST_CHECK_SPLIT_H

#ifdef __cplusplus
extern "C" {
#endif
typedef struct {
  void *tape;
  real primal;
} checkTaped;
extern checkTaped __enzyme_augmentfwd_check(void *, real);
extern checkTaped __enzyme_augmentfwd_check2(void *, real, real);
extern checkTaped __enzyme_augmentfwd_checks(void *, ...);
extern void *__enzyme_augmentfwd_checkv(void *, ...);
extern real __enzyme_reverse_check(void *, real, real, void *);
extern real __enzyme_reverse_check_again(void *, int, real, real, void *);
extern checkTwo __enzyme_reverse_check2(void *, real, real, real, void *);
extern checkTwo __enzyme_reverse_check2_again(void *, int, real, real, real, void *);
extern void __enzyme_reverse_checkf(void *, int, real *, real *, real, void *);
extern void __enzyme_reverse_checkf_again(void *, int, int, real *, real *, real, void *);
extern void __enzyme_reverse_checkn(void *, int, real *, real *, int, int, real, void *);
extern void __enzyme_reverse_checkn_again(void *, int, int, real *, real *, int, int, real, void *);
extern void __enzyme_reverse_checkv(void *, ...);
#ifdef __cplusplus
}
#endif

enum { SplitAugment, SplitReverse, SplitReverseAndFree, SplitForward };

/// Bit for bit where that is promised. A function of one number may run forward where the sweeps are
/// one (passes/plan/OneNumber.h), and is rounded otherwise then.
CHECK_UNUSED static void checkSameAs(const char *what, const real *got, const real *expected,
                                     int count) {
#if defined(CHECK_SPLIT_BITS) && !defined(CHECK_SUMS_BY_THREADS)
  if (count > 1) {
    checkSame(what, got, expected, count);
    return;
  }
#endif
  checkAllClose(what, got, expected, count);
}

/// The halves against the combined sweep; what the primal leaves, bit for bit.
CHECK_UNUSED static void checkSplit(const checkProblem *p, const real *point, unsigned seed) {
  real *x = checkCopy(point, p->n), *y = checkRandom(p->m, 7), *ybar = checkRandom(p->m, seed);
  real *xbar = checkRandom(p->n, seed + 1);
  if (p->seedIsOne)
    ybar[0] = 1;
  real *x2 = checkCopy(point, p->n), *y2 = checkRandom(p->m, 7), *ybar2 = checkCopy(ybar, p->m);
  real *xbar2 = checkCopy(xbar, p->n), *xbarStart = checkCopy(xbar, p->n);
  real *ybarStart = checkCopy(ybar, p->m);
  void *tape = 0;
  p->reverse(x2, xbar2, y2, ybar2);
  const int isInMemory = p->split(SplitAugment, &tape, x, xbar, y, ybar);
  checkSameOrRounded("split: primal result", y, y2, p->m);
  checkSame("split: input memory", x, x2, p->n);
  for (int i = 0; isInMemory && i < p->n; i++) // nobody promised that it stays
    x[i] = (real)77;
  for (int i = 0; isInMemory && i < p->m; i++)
    y[i] = (real)77;
  p->split(SplitReverse, &tape, x, xbar, y, ybar);
  checkSameAs("split, tape kept: adjoint", xbar, xbar2, p->n);
  memcpy(xbar, xbarStart, sizeof(real) * (size_t)p->n);
  memcpy(ybar, ybarStart, sizeof(real) * (size_t)p->m);
  p->split(SplitReverseAndFree, &tape, x, xbar, y, ybar);
  checkSameAs("split: adjoint", xbar, xbar2, p->n);
  checkSameAs("split: shadow of an output", ybar, ybar2, p->m);
  free(x), free(y), free(xbar), free(ybar), free(x2), free(y2), free(xbar2), free(ybar2),
      free(xbarStart), free(ybarStart);
}

// `isInMemory`: the arguments are memory, which may change between the halves.
#if defined(CHECK_PRIMAL_ONLY) || defined(CHECK_NO_SPLIT)
#define CHECK_HALVES(f, isInMemory, augment, reverse, ...) enum { checkNoHalves_##f }
#define CHECK_SPLIT(f) 0
#else
#define CHECK_HALVES(f, isInMemory, augment, reverse, ...)                                         \
  CHECK_UNUSED static int checkSplit_##f(int half, void **tape, real *x, real *xbar, real *y,      \
                                         real *ybar) {                                             \
    switch (half) {                                                                                \
    case SplitAugment:                                                                             \
      augment;                                                                                     \
      break;                                                                                       \
    case SplitReverse:                                                                             \
      reverse;                                                                                     \
      break;                                                                                       \
    case SplitReverseAndFree:                                                                      \
      __VA_ARGS__;                                                                                 \
      break;                                                                                       \
    }                                                                                              \
    (void)x, (void)xbar, (void)y, (void)ybar;                                                      \
    return isInMemory;                                                                             \
  }                                                                                                \
  enum { checkHalves_##f }
#define CHECK_SPLIT(f) checkSplit_##f
#endif

/// What the halves' results become.
#define CHECK_TAPED(call)                                                                          \
  {                                                                                                \
    const checkTaped r = call;                                                                     \
    *tape = r.tape;                                                                                \
    y[0] = r.primal;                                                                               \
  }
#define CHECK_TAKE(call) *tape = call
#define CHECK_ADD_TWO(call)                                                                        \
  {                                                                                                \
    const checkTwo d = call;                                                                       \
    xbar[0] += d.first;                                                                            \
    xbar[1] += d.second;                                                                           \
  }
#define CHECK_INPLACE_AUGMENT(f, n)                                                                \
  {                                                                                                \
    memcpy(y, x, sizeof(real) * (n));                                                              \
    *tape = __enzyme_augmentfwd_checkv((void *)f, enzyme_dup, y, ybar);                            \
  }
#define CHECK_INPLACE_REVERSE(n, call)                                                             \
  {                                                                                                \
    call;                                                                                          \
    for (int i = 0; i < (n); i++) {                                                                \
      xbar[i] += ybar[i];                                                                          \
      ybar[i] = 0;                                                                                 \
    }                                                                                              \
  }

#define CHECK_HALVES_SCALAR(f)                                                                     \
  CHECK_HALVES(f, 0, CHECK_TAPED(__enzyme_augmentfwd_check((void *)f, x[0])),                      \
               xbar[0] +=                                                                          \
               __enzyme_reverse_check_again((void *)f, enzyme_nofree, x[0], (real)1, *tape),       \
               xbar[0] += __enzyme_reverse_check((void *)f, x[0], (real)1, *tape))
#define CHECK_HALVES_SCALAR2(f)                                                                    \
  CHECK_HALVES(f, 0, CHECK_TAPED(__enzyme_augmentfwd_check2((void *)f, x[0], x[1])),               \
               CHECK_ADD_TWO(__enzyme_reverse_check2_again((void *)f, enzyme_nofree, x[0], x[1],   \
                                                           (real)1, *tape)),                       \
               CHECK_ADD_TWO(__enzyme_reverse_check2((void *)f, x[0], x[1], (real)1, *tape)))
#define CHECK_HALVES_FUNCTION(f, n)                                                                \
  CHECK_HALVES(f, 1, CHECK_TAPED(__enzyme_augmentfwd_checks((void *)f, enzyme_dup, x, xbar)),      \
               __enzyme_reverse_checkf_again((void *)f, enzyme_nofree, enzyme_dup, x, xbar,        \
                                             (real)1, *tape),                                      \
               __enzyme_reverse_checkf((void *)f, enzyme_dup, x, xbar, (real)1, *tape))
#define CHECK_HALVES_FUNCTION_N(f, n)                                                              \
  CHECK_HALVES(                                                                                    \
      f, 1,                                                                                        \
      CHECK_TAPED(__enzyme_augmentfwd_checks((void *)f, enzyme_dup, x, xbar, enzyme_const, n)),    \
      __enzyme_reverse_checkn_again((void *)f, enzyme_nofree, enzyme_dup, x, xbar, enzyme_const,   \
                                    n, (real)1, *tape),                                            \
      __enzyme_reverse_checkn((void *)f, enzyme_dup, x, xbar, enzyme_const, n, (real)1, *tape))
#define CHECK_HALVES_VECTOR(f, n)                                                                  \
  CHECK_HALVES(                                                                                    \
      f, 1,                                                                                        \
      CHECK_TAKE(__enzyme_augmentfwd_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar)), \
      __enzyme_reverse_checkv((void *)f, enzyme_nofree, enzyme_dup, x, xbar, enzyme_dup, y, ybar,  \
                              *tape),                                                              \
      __enzyme_reverse_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar, *tape))
#define CHECK_HALVES_VECTOR_N(f, n)                                                                \
  CHECK_HALVES(f, 1,                                                                               \
               CHECK_TAKE(__enzyme_augmentfwd_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup,   \
                                                     y, ybar, enzyme_const, n)),                   \
               __enzyme_reverse_checkv((void *)f, enzyme_nofree, enzyme_dup, x, xbar, enzyme_dup,  \
                                       y, ybar, enzyme_const, n, *tape),                           \
               __enzyme_reverse_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar,        \
                                       enzyme_const, n, *tape))
#define CHECK_HALVES_VECTOR_CONST(f, n, c)                                                         \
  CHECK_HALVES(f, 1,                                                                               \
               CHECK_TAKE(__enzyme_augmentfwd_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup,   \
                                                     y, ybar, enzyme_const, c)),                   \
               __enzyme_reverse_checkv((void *)f, enzyme_nofree, enzyme_dup, x, xbar, enzyme_dup,  \
                                       y, ybar, enzyme_const, c, *tape),                           \
               __enzyme_reverse_checkv((void *)f, enzyme_dup, x, xbar, enzyme_dup, y, ybar,        \
                                       enzyme_const, c, *tape))
#define CHECK_HALVES_INPLACE(f, n)                                                                 \
  CHECK_HALVES(                                                                                    \
      f, 1, CHECK_INPLACE_AUGMENT(f, n),                                                           \
      CHECK_INPLACE_REVERSE(                                                                       \
          n, __enzyme_reverse_checkv((void *)f, enzyme_nofree, enzyme_dup, y, ybar, *tape)),       \
      CHECK_INPLACE_REVERSE(n, __enzyme_reverse_checkv((void *)f, enzyme_dup, y, ybar, *tape)))

#include "check_from_tape.h"

// Lanes, halves and forward mode from a tape of each shape.
#define CHECK_SCALAR_VARIANTS(f)                                                                   \
  CHECK_SCALAR_LANES(f);                                                                           \
  CHECK_HALVES_SCALAR(f);                                                                          \
  CHECK_TAPED_SCALAR(f)
#define CHECK_SCALAR2_VARIANTS(f)                                                                  \
  CHECK_SCALAR2_LANES(f);                                                                          \
  CHECK_HALVES_SCALAR2(f);                                                                         \
  CHECK_TAPED_SCALAR2(f)
#define CHECK_FUNCTION_VARIANTS(f, n)                                                              \
  CHECK_FUNCTION_LANES(f);                                                                         \
  CHECK_HALVES_FUNCTION(f, n);                                                                     \
  CHECK_TAPED_FUNCTION(f)
#define CHECK_FUNCTION_N_VARIANTS(f, n)                                                            \
  CHECK_FUNCTION_N_LANES(f, n);                                                                    \
  CHECK_HALVES_FUNCTION_N(f, n);                                                                   \
  CHECK_TAPED_FUNCTION(f, enzyme_const, n)
#define CHECK_VECTOR_VARIANTS(f, n)                                                                \
  CHECK_VECTOR_LANES(f);                                                                           \
  CHECK_HALVES_VECTOR(f, n);                                                                       \
  CHECK_TAPED_VECTOR(f)
#define CHECK_VECTOR_N_VARIANTS(f, n)                                                              \
  CHECK_VECTOR_LANES(f, enzyme_const, n);                                                          \
  CHECK_HALVES_VECTOR_N(f, n);                                                                     \
  CHECK_TAPED_VECTOR(f, enzyme_const, n)
#define CHECK_VECTOR_CONST_VARIANTS(f, n, c)                                                       \
  CHECK_VECTOR_LANES(f, enzyme_const, c);                                                          \
  CHECK_HALVES_VECTOR_CONST(f, n, c);                                                              \
  CHECK_TAPED_VECTOR(f, enzyme_const, c)
#define CHECK_INPLACE_VARIANTS(f, n)                                                               \
  CHECK_INPLACE_LANES(f, n);                                                                       \
  CHECK_HALVES_INPLACE(f, n);                                                                      \
  CHECK_TAPED_INPLACE(f, n)

#endif
