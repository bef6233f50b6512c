//===- KeepOrRecompute.h - what the tape holds (room-private) ------------===//
#ifndef ENZYME_PLAN_KEEPORRECOMPUTE_H
#define ENZYME_PLAN_KEEPORRECOMPUTE_H

#include "plan/Overwritten.h"
#include "plan/Plan.h"

namespace enzyme {

/// What the reverse sweep can get without the tape.
class Recomputing {
public:
  Recomputing(const ShadowedPrimal &primal, const Plan &plan)
      : primal(primal), plan(plan), overwritten(primal) {}

  Availability availability(llvm::Value *value);
  /// Why is `value`, which is kept, not computed again? One clause.
  std::string whyKept(llvm::Value *value);
  /// The values a recomputation of `value` reads.
  llvm::SmallVector<llvm::Value *, 4> operands(llvm::Value *value) const;
  /// Headers of the loops around a load of the prepared function that do not write to what it
  /// reads, innermost first.
  llvm::SmallVector<const llvm::BasicBlock *, 4> loopsWithoutWrites(const llvm::LoadInst &load) {
    return overwritten.loopsWithoutWrites(load);
  }

private:
  bool isCheap(const llvm::Instruction &instruction);
  bool mayReload(const llvm::LoadInst &load);
  /// The load of the prepared function that `load`, of the primal or of a shadow, stands for.
  const llvm::LoadInst *originOf(const llvm::LoadInst &load) const;
  std::string whyKept(const llvm::LoadInst &load);
  std::string whyKept(const llvm::PHINode &phi) const;

  const ShadowedPrimal &primal;
  const Plan &plan;
  Overwritten overwritten;
};

/// Chooses, for all of plan.needs together, the values to keep: a minimum cut
/// between what must be kept and what is needed, weighed by bytes times an
/// estimate of iterations.
std::vector<llvm::Value *> chooseKept(const ShadowedPrimal &primal, const Plan &plan,
                                      Recomputing &recomputing);

/// What keeping them costs, in the terms of that cut.
uint64_t priceOf(llvm::ArrayRef<llvm::Value *> values, const ShadowedPrimal &primal,
                 const Plan &plan);

/// Everything that the reverse sweep needs, and what that would be computed from, as long as
/// nothing is kept; each once.
void visitNeeds(const Plan &plan, Recomputing &recomputing,
                llvm::function_ref<void(llvm::Value &, Availability)> visit);

/// Those of plan.needs, and of what they are computed from, that are not kept.
llvm::SmallPtrSet<llvm::Value *, 32> computedAgain(const Plan &plan, Recomputing &recomputing);

} // namespace enzyme
#endif
