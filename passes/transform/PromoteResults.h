//===- PromoteResults.h - variables that hold one result -------------===//
#ifndef ENZYME_TRANSFORM_PROMOTERESULTS_H
#define ENZYME_TRANSFORM_PROMOTERESULTS_H

#include "llvm/IR/InstrTypes.h"

namespace enzyme {

/// Unoptimised code puts the result of `call` into a variable and reads it where it
/// is used. Such variables become values.
void promoteResult(llvm::CallBase &call);

} // namespace enzyme
#endif
