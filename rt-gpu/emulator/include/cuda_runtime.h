// What programs of both languages include.
#ifdef __HIP__
#include "cuda_by_hip.h"
#else
#include "mini_cuda.h"
#endif
