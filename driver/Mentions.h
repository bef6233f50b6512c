//===- Mentions.h - do the files of a link hold derivatives? --------------===//
#ifndef ENZYME_DRIVER_MENTIONS_H
#define ENZYME_DRIVER_MENTIONS_H

#include "Invocation.h"

namespace enzyme::driver {

bool mentionsDerivatives(const Invocation &);

} // namespace enzyme::driver

#endif
