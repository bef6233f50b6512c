//===- SumResults.h - reductions as results of regions (room-private) -------===//
//
// Problem: a sum that a team takes in a variable of the function around is memory that all threads
// write. Of its adjoint nothing is known before the reverse sweep has come to it, so that what the
// threads add cannot run together with its reverse (regions/SeedAhead.h).
//
//     sum = 0; region(x, &sum);  return sum;      each thread:  atomically *sum += own
//     sum = 0; sum += region(x); return sum;      each thread:  return own
//
// Here: the second form, where the region does nothing with the variable but add to it, and
// nothing else leads there. The call gives the sum over the threads of what each returns
// (emit/Teams.cpp).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_PARALLEL_SUMRESULTS_H
#define ENZYME_PARALLEL_SUMRESULTS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <optional>

namespace enzyme {

struct TeamSum {
  unsigned index; ///< of the region's parameter that leads to it
  llvm::AllocaInst *variable;
  llvm::Type *type;
  llvm::SmallVector<llvm::AtomicRMWInst *, 2> additions; ///< in the region
  llvm::AllocaInst *own = nullptr;                       ///< what a thread adds, in the copy
};

/// Parameter number `index` of the fork's region as a sum; nothing if it is none.
std::optional<TeamSum> sumThrough(llvm::CallInst &fork, llvm::Function &region, unsigned index);

/// What a region with such sums returns.
llvm::Type *resultFor(llvm::ArrayRef<TeamSum> sums, llvm::LLVMContext &context);

/// The variable of a thread's own, of which there is nothing yet.
llvm::AllocaInst *makeOwn(TeamSum &sum, llvm::IRBuilderBase &entry);

/// In a copy of the region that `map` led to: additions to that variable, returned at the end.
void returnSums(llvm::ArrayRef<TeamSum> sums, llvm::ValueToValueMapTy &map,
                llvm::ArrayRef<llvm::ReturnInst *> returns);

/// Adds what the call of the region gives to the variables.
void addResults(llvm::CallInst &call, llvm::ArrayRef<TeamSum> sums);

} // namespace enzyme
#endif
