//===- check_oracle.h - tangents by the exact oracle, part of check.h -------===//
//
// With CHECK_ORACLE and CHECK_PRIMAL_ONLY a program asks for no derivative: it is compiled
// with the oracle's instrumentation (passes/oracle), its primals carry the tangents, and what
// they give stands where forward mode's would. It is checked against differences here, and
// by test/oracle/run.py against forward mode's.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TEST_CHECK_ORACLE_H
#define ENZYME_TEST_CHECK_ORACLE_H
#include <malloc.h>

#ifdef __cplusplus
extern "C" {
#endif
extern void enzyme_oracle_set(void *, const void *, size_t);
extern void enzyme_oracle_get(const void *, void *, size_t);
#ifdef __cplusplus
}
#endif

CHECK_UNUSED static size_t checkCommonBytes(real *a, real *b) {
  const size_t first = malloc_usable_size(a), second = malloc_usable_size(b);
  return first < second ? first : second;
}

/// All four are whole blocks of the heap (checkNew), pairwise of one size.
CHECK_UNUSED static void checkByOracle(void (*primal)(real *, real *), real *x, real *dx, real *y,
                                       real *dy) {
  const size_t inputs = checkCommonBytes(x, dx), outputs = checkCommonBytes(y, dy);
  char *const nothing = (char *)calloc(inputs + outputs, 1);
  enzyme_oracle_set(x, dx, inputs);
  enzyme_oracle_set(y, dy, outputs);
  primal(x, y);
  enzyme_oracle_get(y, dy, outputs);
  enzyme_oracle_set(x, nothing, inputs);
  enzyme_oracle_set(y, nothing, outputs);
  free(nothing);
}

#define CHECK_MODES(f, forwardBody, reverseBody)                                                   \
  CHECK_UNUSED static void checkForward_##f(real *x, real *dx, real *y, real *dy) {                \
    checkByOracle(checkPrimal_##f, x, dx, y, dy);                                                  \
  }                                                                                                \
  enum { checkModes_##f }
#define CHECK_FORWARD(f) checkForward_##f
#define CHECK_REVERSE(f) 0
#define CHECK_ENTER_VALUES(name)

#endif
