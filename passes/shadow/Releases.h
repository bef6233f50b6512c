//===- Releases.h - giving memory back when the tape is released -----------===//
//
// Problem: what the primal frees is still read by the reverse sweep, and what it
// leaks (allocates, keeps to itself, never frees) cannot be freed after it. The
// runtime calls release(memory, word, word) later; deallocators have their own
// order and types of arguments.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_RELEASES_H
#define ENZYME_SHADOW_RELEASES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace enzyme {

/// A call release(memory, words…) that stands for the deallocator's own call.
struct Release {
  llvm::Value *function = nullptr;
  llvm::SmallVector<llvm::Value *, 2> words;
};

/// deallocator(arguments) as a Release of arguments[pointer]; nullopt if it takes
/// more than two others.
std::optional<Release> packRelease(llvm::IRBuilderBase &builder, llvm::FunctionCallee deallocator,
                                   llvm::ArrayRef<llvm::Value *> arguments, unsigned pointer);

/// True if the allocation is unreachable once its function has returned, and
/// the function does not free it.
bool isLost(const llvm::CallBase &allocation);

} // namespace enzyme
#endif
