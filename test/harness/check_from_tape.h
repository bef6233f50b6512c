//===- check_from_tape.h - forward mode that reads a tape, part of check.h -===//
//
// Problem: __enzyme_fwdsplit pushes tangents through a function that has run already.
// Whatever a program shows about forward mode, it should show about that too.
//
// Here: each line CHECK_… of check.h also runs the augmented half, overwrites the
// primal's memory, and pushes tangents from the tape: they must have the bits that
// forward mode gives. Programs ask for it, since not every construct can do it, by
//   #define CHECK_FROM_TAPE
// before they include check.h.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_CHECK_FROM_TAPE_H
#define ENZYME_TEST_CHECK_FROM_TAPE_H

#ifdef __cplusplus
extern "C" {
#endif
extern real __enzyme_fwdsplit_check(void *, real, real, void *);
extern real __enzyme_fwdsplit_check2(void *, real, real, real, real, void *);
extern real __enzyme_fwdsplit_checks(void *, ...);
extern void __enzyme_fwdsplit_checkv(void *, ...);
#ifdef __cplusplus
}
#endif

/// One direction from the tape against the same in forward mode.
CHECK_UNUSED static void checkFromTape(const checkProblem *p, const real *point) {
  real *x = checkCopy(point, p->n), *y = checkRandom(p->m, 7);
  real *dx = checkRandom(p->n, 41), *dy = checkRandom(p->m, 43);
  real *x1 = checkCopy(point, p->n), *y1 = checkRandom(p->m, 7);
  real *dx1 = checkRandom(p->n, 41), *dy1 = checkRandom(p->m, 43);
  void *tape = 0;
  p->forward(x1, dx1, y1, dy1);
  const int isInMemory = p->fromTape(SplitAugment, &tape, x, dx, y, dy);
  checkSame("from a tape: primal result", y, y1, p->m);
  for (int i = 0; isInMemory && i < p->n; i++)
    x[i] = (real)77;
  for (int i = 0; isInMemory && i < p->m; i++)
    y[i] = (real)77;
  p->fromTape(SplitForward, &tape, x, dx, y, dy);
  checkSameAs("from a tape: tangent", dy, dy1, p->m);
  checkSameAs("from a tape: input tangent", dx, dx1, p->n);
  free(x), free(y), free(dx), free(dy), free(x1), free(y1), free(dx1), free(dy1);
}

#if defined(CHECK_PRIMAL_ONLY) || !defined(CHECK_FROM_TAPE)
#define CHECK_TAPED_FORWARD(f, isInMemory, augment, forward) enum { checkNotFromTape_##f }
#define CHECK_PUSHED(f) 0
#else
#define CHECK_TAPED_FORWARD(f, isInMemory, augment, forward)                                       \
  CHECK_UNUSED static int checkFromTape_##f(int half, void **tape, real *x, real *dx, real *y,     \
                                            real *dy) {                                            \
    switch (half) {                                                                                \
    case SplitAugment:                                                                             \
      augment;                                                                                     \
      break;                                                                                       \
    default:                                                                                       \
      forward;                                                                                     \
    }                                                                                              \
    (void)x, (void)dx, (void)y, (void)dy;                                                          \
    return isInMemory;                                                                             \
  }                                                                                                \
  enum { checkIsFromTape_##f }
#define CHECK_PUSHED(f) checkFromTape_##f
#endif

#define CHECK_TAPED_SCALAR(f)                                                                      \
  CHECK_TAPED_FORWARD(f, 0, CHECK_TAPED(__enzyme_augmentfwd_check((void *)f, x[0])),               \
                      dy[0] = __enzyme_fwdsplit_check((void *)f, x[0], dx[0], *tape))
#define CHECK_TAPED_SCALAR2(f)                                                                     \
  CHECK_TAPED_FORWARD(                                                                             \
      f, 0, CHECK_TAPED(__enzyme_augmentfwd_check2((void *)f, x[0], x[1])),                        \
      dy[0] = __enzyme_fwdsplit_check2((void *)f, x[0], dx[0], x[1], dx[1], *tape))
/// Behind the shadowed pointers stand `...`: more arguments of the function.
#define CHECK_TAPED_FUNCTION(f, ...)                                                               \
  CHECK_TAPED_FORWARD(                                                                             \
      f, 1,                                                                                        \
      CHECK_TAPED(__enzyme_augmentfwd_checks((void *)f, enzyme_dup, x, dx, ##__VA_ARGS__)),        \
      dy[0] = __enzyme_fwdsplit_checks((void *)f, enzyme_dup, x, dx, ##__VA_ARGS__, *tape))
#define CHECK_TAPED_VECTOR(f, ...)                                                                 \
  CHECK_TAPED_FORWARD(f, 1,                                                                        \
                      CHECK_TAKE(__enzyme_augmentfwd_checkv((void *)f, enzyme_dup, x, dx,          \
                                                            enzyme_dup, y, dy, ##__VA_ARGS__)),    \
                      __enzyme_fwdsplit_checkv((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy,    \
                                               ##__VA_ARGS__, *tape))
#define CHECK_TAPED_INPLACE(f, n)                                                                  \
  CHECK_TAPED_FORWARD(f, 1,                                                                        \
                      {                                                                            \
                        memcpy(y, x, sizeof(real) * (n));                                          \
                        memcpy(dy, dx, sizeof(real) * (n));                                        \
                        *tape = __enzyme_augmentfwd_checkv((void *)f, enzyme_dup, y, dy);          \
                      },                                                                           \
                      __enzyme_fwdsplit_checkv((void *)f, enzyme_dup, y, dy, *tape))

#endif
