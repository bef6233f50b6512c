/*===- rules.h - the form of the oracle's tangent rules --------------------===*/
#ifndef ENZYME_RUNTIME_ORACLE_RULES_H
#define ENZYME_RUNTIME_ORACLE_RULES_H

#include "oracle.h"
#include <math.h>

/* y = name(x), partial in terms of both. A tangent of zero stays zero. */
#define UNARY(name, partial)                                                                       \
  void enzyme_oracle_rule_##name(struct oracle_call *call) {                                       \
    long double x = call->x[0], y = call->y[0];                                                    \
    (void)x, (void)y;                                                                              \
    call->dy[0] = call->dx[0] == 0 ? 0 : (partial) * call->dx[0];                                  \
  }

/* y = name(a, b). */
#define BINARY(name, byA, byB)                                                                     \
  void enzyme_oracle_rule_##name(struct oracle_call *call) {                                       \
    long double a = call->x[0], b = call->x[1], y = call->y[0];                                    \
    (void)a, (void)b, (void)y;                                                                     \
    long double fromA = call->dx[0] == 0 ? 0 : (byA) * call->dx[0];                                \
    long double fromB = call->dx[1] == 0 ? 0 : (byB) * call->dx[1];                                \
    call->dy[0] = fromA + fromB;                                                                   \
  }

/* The derivative of the logarithm of the gamma function. */
long double oracle_digamma(long double x);

#endif
