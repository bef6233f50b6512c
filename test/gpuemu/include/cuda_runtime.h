#include "mini_cuda.h"
