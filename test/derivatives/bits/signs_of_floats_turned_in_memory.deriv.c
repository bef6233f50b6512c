// The signs of floats, in words of their size that they were copied into.
#define CHECK_REAL float
#define CHECK_STEP 1e-2
#include "check.h"
#define word uint32_t
#include "signs_turned.h"
