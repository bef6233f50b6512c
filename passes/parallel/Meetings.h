//===- Meetings.h - where threads of a device meet, in a form with reverses --===//
#ifndef ENZYME_PARALLEL_MEETINGS_H
#define ENZYME_PARALLEL_MEETINGS_H

#include "llvm/IR/Module.h"

namespace enzyme {

/// Barriers, fences and shuffles of floats become calls of functions that have reverses
/// (rules/gpu/Meetings.h), in a module for a device, before anything is optimised.
void nameMeetings(llvm::Module &module);

/// A double goes to another thread as two words: they are put together again. True if any was.
bool joinShuffles(llvm::Function &function);

/// The calls become what they stand for.
void lowerMeetings(llvm::Module &module);

} // namespace enzyme
#endif
