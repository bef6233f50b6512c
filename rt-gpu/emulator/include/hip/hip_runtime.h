// HIP without ROCm.
#include "../mini_hip.h"
