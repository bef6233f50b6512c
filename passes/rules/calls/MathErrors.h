//===- MathErrors.h - what mathematical functions leave in errno ----------===//
//
// Problem: as far as LLVM knows sqrt and its like write to memory, errno, so that a
// function that calls them is taken for one that changes something: it is not moved out of
// loops, and its result is computed even if it is unused.
//
// Here: errno is not an output of a derivative, unless the file looks at it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_MATHERRORS_H
#define ENZYME_RULES_CALLS_MATHERRORS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// Does any code of the program look at what mathematical functions leave behind?
bool readsMathErrors(const llvm::Module &module);

/// Calls of the library in `function` whose only effect besides the result is errno lose it.
void ignoreMathErrors(llvm::Function &function);

} // namespace enzyme
#endif
