//===- GradientValues.h - primal values in the reverse sweep -------------===//
#ifndef ENZYME_EMIT_GRADIENTVALUES_H
#define ENZYME_EMIT_GRADIENTVALUES_H

#include "emit/Tape.h"

namespace enzyme {

/// Gives values of the primal sweep at a place of the reverse sweep: from the
/// tape where the plan keeps them, else recomputed there.
class GradientValues {
public:
  GradientValues(const ShadowedPrimal &primal, const Plan &plan, GradientTape &tape,
                 llvm::Function &gradient)
      : primal(primal), plan(plan), tape(tape), gradient(gradient) {}

  llvm::Value *get(llvm::IRBuilderBase &builder, llvm::Value *value);

  /// A parameter of the primal sweep is another one here (else: of the same number).
  void rename(llvm::Argument *parameter, llvm::Argument *here) { renamed[parameter] = here; }

private:
  llvm::Value *find(llvm::IRBuilderBase &builder, llvm::Value *value);
  llvm::Value *recompute(llvm::IRBuilderBase &builder, llvm::Instruction &instruction);
  llvm::Value *repeat(llvm::IRBuilderBase &builder, const llvm::CallBase &call);
  llvm::Value *recomputeInduction(llvm::IRBuilderBase &builder, const Induction &induction);

  const ShadowedPrimal &primal;
  const Plan &plan;
  GradientTape &tape;
  llvm::Function &gradient;
  llvm::DenseMap<llvm::Argument *, llvm::Argument *> renamed;
  /// What a block has already: valid from where it was made to the block's end.
  llvm::DenseMap<std::pair<llvm::BasicBlock *, llvm::Value *>, llvm::Value *> known;
};

} // namespace enzyme
#endif
