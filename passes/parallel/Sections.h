//===- Sections.h - code that threads of a team go through one at a time (room-private) ----===//
#ifndef ENZYME_PARALLEL_SECTIONS_H
#define ENZYME_PARALLEL_SECTIONS_H

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// A section of the lock begins, or ends, in front of `at`.
void enterSection(llvm::Instruction &at, llvm::Value &lock);
void leaveSection(llvm::Instruction &at, llvm::Value &lock);
/// The program itself has just taken the lock, or is about to give it up.
void holdLock(llvm::Instruction &at, llvm::Value &lock);
void dropLock(llvm::Instruction &at, llvm::Value &lock);

/// Locks of ours, one for all of a program.
enum class SectionKind : uint8_t { Atomics, Ordered };
llvm::Constant *lockOf(llvm::Module &module, SectionKind kind);

} // namespace enzyme
#endif
