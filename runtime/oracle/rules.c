/*===- rules.c - tangents of real library functions ------------------------===
 *
 * One line a function: y is the result, x the arguments. The formulas are those of
 * textbooks, evaluated in long double; none is shared with the compiler's own rules, so that
 * a mistake there shows here.
 *===----------------------------------------------------------------------===*/
#include "rules.h"

#define PI 3.141592653589793238462643383279502884L

UNARY(sin, cosl(x))
UNARY(cos, -sinl(x))
UNARY(tan, 1 / (cosl(x) * cosl(x)))
UNARY(asin, 1 / sqrtl((1 - x) * (1 + x)))
UNARY(acos, -1 / sqrtl((1 - x) * (1 + x)))
UNARY(atan, 1 / (1 + x * x))
UNARY(sinh, coshl(x))
UNARY(cosh, sinhl(x))
UNARY(tanh, 1 / (coshl(x) * coshl(x)))
UNARY(asinh, 1 / hypotl(x, 1))
UNARY(acosh, 1 / (sqrtl(x - 1) * sqrtl(x + 1)))
UNARY(atanh, 1 / ((1 - x) * (1 + x)))
UNARY(exp, expl(x))
UNARY(exp2, exp2l(x) * logl(2))
UNARY(exp10, powl(10, x) * logl(10))
UNARY(expm1, expl(x))
UNARY(log, 1 / x)
UNARY(log2, 1 / (x * logl(2)))
UNARY(log10, 1 / (x * logl(10)))
UNARY(log1p, 1 / (1 + x))
UNARY(logb, 0 * y)
UNARY(sqrt, x == 0 ? 0 : 1 / (2 * sqrtl(x)))
UNARY(cbrt, x == 0 ? 0 : 1 / (3 * cbrtl(x) * cbrtl(x)))
UNARY(fabs, x == 0 ? 0 : signbit(x) ? -1 : 1)
UNARY(erf, 2 / sqrtl(PI) * expl(-x * x))
UNARY(erfc, -2 / sqrtl(PI) * expl(-x * x))
UNARY(tgamma, y *oracle_digamma(x))
UNARY(lgamma, oracle_digamma(x))
UNARY(lgamma_r, oracle_digamma(x))
UNARY(j0, -j1l(x))
UNARY(j1, x == 0 ? 0.5L : j0l(x) - j1l(x) / x)
UNARY(y0, -y1l(x))
UNARY(y1, y0l(x) - y1l(x) / x)
UNARY(nexttoward, 1)
/* What they have beside their result they write through an address. */
UNARY(frexp, x == 0 ? 1 : y / x)

BINARY(atan2, a == 0 && b == 0 ? 0 : b / (a * a + b * b),
       a == 0 && b == 0 ? 0 : -a / (a * a + b * b))
BINARY(pow, b == 0 || (a == 0 && b < 1) ? 0 : b * powl(a, b - 1), a <= 0 ? 0 : y * logl(a))
BINARY(hypot, y == 0 ? 0 : a / y, y == 0 ? 0 : b / y)
BINARY(copysign, a == 0 ? 0 : signbit(a) == signbit(b) ? 1 : -1, 0)
BINARY(fmin, isnan(b) || a <= b, isnan(a) || a > b)
BINARY(fmax, isnan(b) || a >= b, isnan(a) || a < b)
BINARY(fdim, a > b, a > b ? -1 : 0)
BINARY(fmod, 1, -truncl(a / b))
BINARY(remainder, 1, -rintl((a - y) / b))
BINARY(remquo, 1, -rintl((a - y) / b))
BINARY(nextafter, 1, 0)

static long double times(long double partial, long double tangent) {
  return tangent == 0 ? 0 : partial * tangent;
}

void enzyme_oracle_rule_fma(struct oracle_call *call) {
  call->dy[0] = times(call->x[1], call->dx[0]) + times(call->x[0], call->dx[1]) + call->dx[2];
}

void enzyme_oracle_rule_powi(struct oracle_call *call) {
  long double n = (long double)call->number[0];
  call->dy[0] = n == 0 ? 0 : times(n * powl(call->x[0], n - 1), call->dx[0]);
}

void enzyme_oracle_rule_ldexp(struct oracle_call *call) {
  call->dy[0] = ldexpl(call->dx[0], (int)call->number[0]);
}

void enzyme_oracle_rule_scalbn(struct oracle_call *call) { enzyme_oracle_rule_ldexp(call); }
void enzyme_oracle_rule_scalbln(struct oracle_call *call) { enzyme_oracle_rule_ldexp(call); }

/* Jn' = (Jn-1 - Jn+1) / 2, and Y as J. */
void enzyme_oracle_rule_jn(struct oracle_call *call) {
  int n = (int)call->number[0];
  call->dy[0] = times((jnl(n - 1, call->x[0]) - jnl(n + 1, call->x[0])) / 2, call->dx[0]);
}

void enzyme_oracle_rule_yn(struct oracle_call *call) {
  int n = (int)call->number[0];
  call->dy[0] = times((ynl(n - 1, call->x[0]) - ynl(n + 1, call->x[0])) / 2, call->dx[0]);
}

/* A float of the call's format behind an address; beside the result where there is none. */
static void writeTangent(struct oracle_call *call, int which, long double tangent) {
  void *place = oracle_shadow(call->address[which]);
  if (!call->address[which])
    call->dy[which] = tangent;
  else if (call->bytes == sizeof(float))
    *(float *)place = (float)tangent;
  else if (call->bytes == sizeof(double))
    *(double *)place = (double)tangent;
  else
    *(long double *)place = tangent;
}

/* The fraction is the result; the integral part is a step. */
void enzyme_oracle_rule_modf(struct oracle_call *call) {
  call->dy[0] = call->dx[0];
  call->dy[1] = 0;
  if (call->address[0])
    writeTangent(call, 0, 0);
}

void enzyme_oracle_rule_sincos(struct oracle_call *call) {
  writeTangent(call, 0, times(cosl(call->x[0]), call->dx[0]));
  writeTangent(call, 1, -times(sinl(call->x[0]), call->dx[0]));
}
