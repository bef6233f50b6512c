#include "../mini_hip.h"
