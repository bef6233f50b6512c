//===- ReverseSweep.h - the primal's blocks, backwards -------------------===//
#ifndef ENZYME_EMIT_REVERSESWEEP_H
#define ENZYME_EMIT_REVERSESWEEP_H

#include "emit/Pull.h"

namespace enzyme {

class ReverseSweep {
public:
  ReverseSweep(Context &context, const ShadowedPrimal &primal, const Plan &plan,
               const WrittenTape &written, llvm::Function &gradient);

  /// Emits the sweep. It begins at the builder's place, seeded with `seed` (may be
  /// null); afterwards the builder stands behind the sweep.
  void emit(llvm::IRBuilder<> &builder, llvm::Value *seed);

  Slots &adjoints() { return slots; }

private:
  void emitBlock(llvm::BasicBlock &block);
  void passBy(llvm::IRBuilder<> &builder, const IdleLoop &loop, llvm::BasicBlock &edge);
  void emitWayBack(llvm::IRBuilder<> &builder, llvm::BasicBlock &block);
  llvm::Value *withoutSubnormal(llvm::IRBuilder<> &builder, llvm::Value &adjoint);
  llvm::BasicBlock *edgeTo(llvm::BasicBlock &before, llvm::BasicBlock &block,
                           llvm::ArrayRef<llvm::Value *> phiAdjoints);
  void leaveLoops(llvm::IRBuilder<> &builder, llvm::BasicBlock &before, llvm::BasicBlock &block);
  llvm::SmallVector<llvm::Value *, 4> takePhis(llvm::IRBuilder<> &builder, llvm::BasicBlock &block);
  llvm::BasicBlock *newBlock(const llvm::Twine &name);

  Context &context;
  const ShadowedPrimal &primal;
  const Plan &plan;
  llvm::Function &gradient;
  GradientTape tape;
  GradientValues values;
  Slots slots;
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> reversed;
  /// For blocks that end in a differentiated invoke: where the sweep goes on when
  /// that call threw, behind the call's step.
  llvm::DenseMap<llvm::BasicBlock *, llvm::BasicBlock *> afterThrow;
  llvm::BasicBlock *done = nullptr;
};

} // namespace enzyme
#endif
