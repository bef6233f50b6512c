/*===- complex.c - tangents of complex library functions -------------------===
 *
 * Holomorphic functions: dw = f'(z) dz. The others by their real and imaginary parts.
 *===----------------------------------------------------------------------===*/
#include "rules.h"
#include <complex.h>

typedef long double complex number;

static number make(const long double *parts) { return __builtin_complex(parts[0], parts[1]); }

static void give(struct oracle_call *call, number tangent) {
  call->dy[0] = creall(tangent);
  call->dy[1] = cimagl(tangent);
}

#define HOLOMORPHIC(name, partial)                                                                 \
  void enzyme_oracle_rule_##name(struct oracle_call *call) {                                       \
    number z = make(call->x), w = make(call->y), dz = make(call->dx);                              \
    (void)z, (void)w;                                                                              \
    give(call, dz == 0 ? 0 : (partial) * dz);                                                      \
  }

HOLOMORPHIC(cexp, cexpl(z))
HOLOMORPHIC(clog, 1 / z)
HOLOMORPHIC(csqrt, 1 / (2 * csqrtl(z)))
HOLOMORPHIC(csin, ccosl(z))
HOLOMORPHIC(ccos, -csinl(z))
HOLOMORPHIC(ctan, 1 / (ccosl(z) * ccosl(z)))
HOLOMORPHIC(csinh, ccoshl(z))
HOLOMORPHIC(ccosh, csinhl(z))
HOLOMORPHIC(ctanh, 1 / (ccoshl(z) * ccoshl(z)))
HOLOMORPHIC(casin, 1 / csqrtl(1 - z * z))
HOLOMORPHIC(cacos, -1 / csqrtl(1 - z * z))
HOLOMORPHIC(catan, 1 / (1 + z * z))
HOLOMORPHIC(casinh, 1 / csqrtl(1 + z * z))
HOLOMORPHIC(cacosh, 1 / (csqrtl(z - 1) * csqrtl(z + 1)))
HOLOMORPHIC(catanh, 1 / (1 - z * z))

void enzyme_oracle_rule_cpow(struct oracle_call *call) {
  number z = make(call->x), e = make(call->x + 2);
  number dz = make(call->dx), de = make(call->dx + 2);
  number fromBase = dz == 0 ? 0 : e * cpowl(z, e - 1) * dz;
  give(call, fromBase + (de == 0 ? 0 : cpowl(z, e) * clogl(z) * de));
}

/* What the compiler calls for the operators. */
void enzyme_oracle_rule_complex_product(struct oracle_call *call) {
  number a = make(call->x), b = make(call->x + 2);
  number da = make(call->dx), db = make(call->dx + 2);
  give(call, (da == 0 ? 0 : b * da) + (db == 0 ? 0 : a * db));
}

void enzyme_oracle_rule_complex_quotient(struct oracle_call *call) {
  number b = make(call->x + 2), w = make(call->y);
  number da = make(call->dx), db = make(call->dx + 2);
  number above = da - (db == 0 ? 0 : w * db);
  give(call, above == 0 ? 0 : above / b);
}

void enzyme_oracle_rule_cabs(struct oracle_call *call) {
  long double size = hypotl(call->x[0], call->x[1]);
  call->dy[0] = size == 0 ? 0 : (call->x[0] * call->dx[0] + call->x[1] * call->dx[1]) / size;
}

void enzyme_oracle_rule_carg(struct oracle_call *call) {
  long double square = call->x[0] * call->x[0] + call->x[1] * call->x[1];
  call->dy[0] = (call->x[0] * call->dx[1] - call->x[1] * call->dx[0]) / square;
}

void enzyme_oracle_rule_creal(struct oracle_call *call) { call->dy[0] = call->dx[0]; }
void enzyme_oracle_rule_cimag(struct oracle_call *call) { call->dy[0] = call->dx[1]; }
void enzyme_oracle_rule_cproj(struct oracle_call *call) { give(call, make(call->dx)); }

void enzyme_oracle_rule_conj(struct oracle_call *call) {
  call->dy[0] = call->dx[0];
  call->dy[1] = -call->dx[1];
}
