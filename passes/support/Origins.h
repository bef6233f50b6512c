//===- Origins.h - what the compiler made, and from what ------------------===//
//
// Problem: beside the program's functions and variables the workshop holds what the compiler makes
// on its way: prepared copies, iterations of loops, derivatives, helpers. Questions about the
// program (who calls this function, what is stored in this memory) must leave those out, and
// questions about a copy must be asked of the function that the program has.
//
// What is made here has a name that begins with "enzyme.", as LLVM's own begin with "llvm.": no
// other file knows that. What a copy stands for is noted on the copy, never read from its name.
//
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_ORIGINS_H
#define ENZYME_SUPPORT_ORIGINS_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Made by us in the workshop: the name means nothing outside.
bool isMadeHere(const llvm::GlobalValue &global);

/// `copy` stands for `original`, or for what that one stands for. Copies of the copy do so, too.
void noteCopy(llvm::Function &copy, const llvm::Function &original);
/// Of a copy that became something else, as a derivative does.
void forgetCopy(llvm::Function &function);
bool isCopy(const llvm::Function &function);
/// The function itself, or, for a copy, which has no callers of its own, the original; null if
/// that is gone or has other parameters.
const llvm::Function *originalOf(const llvm::Function &function);

/// `iteration` runs one iteration of a loop in `function`.
void noteIteration(llvm::Function &iteration, const llvm::Function &function);
/// The function as the source has it: an iteration of its loop is part of it, a copy stands for
/// it.
const llvm::Function &functionInSource(const llvm::Function &function);

/// The name of a function in the source, of which we made functions for whose names this is one.
llvm::StringRef nameWithoutOurs(llvm::StringRef name);

} // namespace enzyme

#endif
