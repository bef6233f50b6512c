// The version of the words is known to the preprocessor: the same words as Enzyme 0.0.79.
#include "words.h"
#if !defined(ENZYME_VERSION_MAJOR) || ENZYME_VERSION_MAJOR != 0 || ENZYME_VERSION_MINOR != 0 || ENZYME_VERSION_PATCH < 79
#error no version
#endif
//> (double)ENZYME_VERSION_MAJOR == 0
