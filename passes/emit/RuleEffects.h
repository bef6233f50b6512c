//===- RuleEffects.h - can a function be called again? ---------------------===//
//
// Problem: with several lanes a registered function has to be called once per
// lane, and with a number of lanes that only the run knows the primal runs once
// per strip; but what it does to memory must be as after one call.
//
// Here: which of its parameters a function reads and writes through, so that one
// can tell whether a second call finds what the first one found. Different
// parameters are taken to lead to different memory.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_RULEEFFECTS_H
#define ENZYME_EMIT_RULEEFFECTS_H

#include "Context.h"
#include "abi/DerivativeKey.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"

namespace enzyme {

struct RuleEffects {
  using Objects = llvm::SmallPtrSet<const llvm::Value *, 8>; ///< parameters, globals
  Objects reads, writes;
  bool readsElsewhere = false;  ///< through pointers found in memory
  bool writesElsewhere = false; ///< the same, or unknown calls
  bool frees = false;           ///< memory that it did not allocate itself
};

RuleEffects effectsOf(const llvm::Function &function);

/// Does calling it again leave memory as calling it once does? Memory
/// behind `own` (indices of parameters) is other memory in each call.
bool isRepeatable(const llvm::Function &function, llvm::ArrayRef<unsigned> own);

/// Says that the rule of the key's function cannot be called once per lane.
void refuseLanes(Context &context, const DerivativeKey &key);

} // namespace enzyme
#endif
