//===- VerifyTypes.h - is the answer of type analysis sound? --------------===//
#ifndef ENZYME_TYPES_VERIFYTYPES_H
#define ENZYME_TYPES_VERIFYTYPES_H

#include "types/Types.h"
#include <string>

namespace enzyme {

/// True if `types` is a fixpoint for `prepared` and contradicts nothing that the
/// IR says by itself; else `why` says what is wrong, and where.
bool verifyTypes(llvm::Function &prepared, const TypeResults &types, std::string &why);

} // namespace enzyme
#endif
