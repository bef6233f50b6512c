//===- Slots.h - where adjoints of SSA values are summed -----------------===//
#ifndef ENZYME_EMIT_SLOTS_H
#define ENZYME_EMIT_SLOTS_H

#include "emit/Floats.h"

namespace enzyme {

/// One stack variable a value, with all its lanes, zero at entry and again after each take: so a
/// value computed in a loop starts every iteration clean. mem2reg turns them into
/// values later.
class Slots {
public:
  Slots(const ShadowedPrimal &primal, llvm::Function &gradient)
      : primal(primal), gradient(gradient), lanes(primal.width()) {}

  /// value̅ += adjoint; nothing if `value` is not active or `adjoint` is zero.
  void add(llvm::IRBuilderBase &builder, llvm::Value *value, llvm::Value *adjoint);
  /// The same for one float part of an aggregate or vector.
  void addPart(llvm::IRBuilderBase &builder, llvm::Value *value, int component,
               llvm::Value *adjoint);
  /// value̅, which becomes zero.
  llvm::Value *take(llvm::IRBuilderBase &builder, llvm::Value *value);
  /// value̅, unchanged.
  llvm::Value *read(llvm::IRBuilderBase &builder, llvm::Value *value);

private:
  llvm::AllocaInst *slot(llvm::Value *value);

  const ShadowedPrimal &primal;
  llvm::Function &gradient;
  const Lanes lanes;
  llvm::DenseMap<llvm::Value *, llvm::AllocaInst *> slots;
  llvm::WeakVH cleared; ///< the store at the entry before which the next one is placed
};

} // namespace enzyme
#endif
