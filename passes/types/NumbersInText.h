//===- NumbersInText.h - numbers where the library keeps text --*- C++ -*-===//
#ifndef ENZYME_TYPES_NUMBERSINTEXT_H
#define ENZYME_TYPES_NUMBERSINTEXT_H

#include "llvm/IR/InstrTypes.h"
#include <vector>

namespace enzyme {

/// Calls of members of the library's strings that are passed numbers, or strings in whose
/// characters numbers are read and written here; and of functions that copy numbers as text.
std::vector<const llvm::CallBase *> textsOfNumbers(llvm::Function &prepared);

} // namespace enzyme
#endif
