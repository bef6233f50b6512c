//===- Push.h - the forward column of the steps table --------------------===//
#ifndef ENZYME_EMIT_PUSH_H
#define ENZYME_EMIT_PUSH_H

#include "emit/Floats.h"
#include "emit/Lanes.h"
#include "emit/Slopes.h"
#include "plan/LinearStep.h"

namespace enzyme {

/// Emits the tangent of one instruction right behind it.
class Push {
public:
  Push(Context &context, ShadowedPrimal &primal)
      : context(context), primal(primal), lanes(primal.width()), slopes(context, primal) {}

  void operator()(const ScaleStep &step);
  void operator()(const RouteStep &step);
  void operator()(const PhiStep &step);
  void operator()(const BitsStep &step);
  void operator()(const LoadStep &step);
  void operator()(const StoreStep &step);
  void operator()(const UpdateStep &step);
  void operator()(const ExchangeStep &step);
  void operator()(const CopyStep &step);
  void operator()(const ClearStep &step);
  void operator()(const CallStep &step);

  /// The tangent of a copy, in all lanes; zero if it is not active.
  llvm::Value *tangent(llvm::Value *copy) const;
  void setTangent(llvm::Value *copy, llvm::Value *tangent) { tangents[copy] = tangent; }
  /// Once all tangents exist.
  void completePhis();

private:
  llvm::Value *tangentPart(llvm::IRBuilderBase &builder, const Port &port) const;
  llvm::Value *scaleInto(llvm::IRBuilderBase &builder, const ScaleStep &step, unsigned output);
  llvm::Value *wholeOf(llvm::IRBuilderBase &builder, const ScaleStep &step);
  llvm::Value *errorPart(llvm::IRBuilderBase &builder, const ScaleStep &step, unsigned output,
                         unsigned input, llvm::Value *part);
  void finishScale(llvm::IRBuilderBase &builder, const ScaleStep &step, llvm::Value *tangent);
  llvm::Value *place(llvm::IRBuilderBase &builder, llvm::Value *pointer, llvm::Type *accessed,
                     unsigned lane);
  llvm::Value *loadLane(llvm::IRBuilderBase &builder, const LoadStep &step, unsigned lane);
  void copyLane(llvm::IRBuilderBase &builder, const CopyStep &step, unsigned lane);
  void changeTangent(llvm::IRBuilderBase &builder, const StoreStep &step, llvm::Value *shadow);
  llvm::Instruction *moveLane(llvm::IRBuilderBase &builder, llvm::Instruction &at, unsigned lane);
  bool isMixed(llvm::Value *pointer) const {
    return primal.pointerActivity(pointer) == PointerActivity::Mixed;
  }

  Context &context;
  ShadowedPrimal &primal;
  const Lanes lanes;
  Slopes slopes;
  llvm::DenseMap<llvm::Value *, llvm::Value *> tangents;
  std::vector<llvm::PHINode *> phis;
};

} // namespace enzyme
#endif
