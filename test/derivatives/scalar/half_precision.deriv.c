// _Float16 arithmetic.
#define CHECK_REAL _Float16
#include "check.h"

_Float16 polynomial(_Float16 x) { return x * x * x - (_Float16)2 * x; }
_Float16 quotient(_Float16 x, _Float16 y) { return x * x / y; }
_Float16 throughFloat(_Float16 x) { return (_Float16)sinf((float)x); }

CHECK_SCALAR(polynomial, (_Float16)1.5f, (_Float16)-0.5f);
CHECK_SCALAR2(quotient, (_Float16)1.5f, (_Float16)2);
CHECK_SCALAR(throughFloat, (_Float16)0.75f);
