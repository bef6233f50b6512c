//===- Captures.h - what a fork hands to its region (room-private) -----------===//
#ifndef ENZYME_PARALLEL_CAPTURES_H
#define ENZYME_PARALLEL_CAPTURES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace enzyme {

/// With -g clang wraps the region into another function.
void inlineWrapped(llvm::Function &region);

/// flang says with the fork whether there is to be a team: a team of one instead, where there is
/// not.
void unfoldCondition(llvm::CallInst &fork);

/// The same of clang's code for such a condition: it calls the region between two words to the
/// runtime.
void unfoldSerialCalls(llvm::Function &function);

/// flang hands one structure of addresses over: its members instead. `fork` may be replaced.
void unpackStructure(llvm::CallInst &fork);

/// The loads of what `parameter` leads to, if nothing else is done with it.
std::optional<llvm::SmallVector<llvm::LoadInst *, 8>> loadsThrough(llvm::Argument &parameter);

/// Is what `parameter` leads to only loaded and stored; with `isThisRegion` only loaded?
bool isOnlyAccessed(llvm::Argument &parameter, bool isThisRegion);

} // namespace enzyme
#endif
