//===- Carriers.h - variables that carry one value to its use -------------===//
#ifndef ENZYME_TRANSFORM_CARRIERS_H
#define ENZYME_TRANSFORM_CARRIERS_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Unoptimised code puts the result of `call` into a variable and reads it where it
/// is used. Such variables become values.
void promoteCarriers(llvm::CallBase &call);

} // namespace enzyme
#endif
