// __bf16 arithmetic.
// link: --rtlib=compiler-rt
#define CHECK_REAL __bf16
#define CHECK_INTERMEDIATE double
#include "check.h"

__bf16 polynomial(__bf16 x) { return (__bf16)(x * x - (__bf16)2.0f * x); }
__bf16 product(__bf16 x, __bf16 y) { return (__bf16)(x * y); }

CHECK_SCALAR(polynomial, (__bf16)1.5f, (__bf16)-0.5f);
CHECK_SCALAR2(product, (__bf16)1.5f, (__bf16)2.0f);
