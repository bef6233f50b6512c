//===- Pull.h - the reverse column of the steps table --------------------===//
#ifndef ENZYME_EMIT_PULL_H
#define ENZYME_EMIT_PULL_H

#include "emit/Floats.h"
#include "emit/GradientValues.h"
#include "emit/Slots.h"
#include "shadow/RuntimeCalls.h"

namespace enzyme {

/// Emits, at `builder`, what the reverse sweep does for one step.
class Pull {
public:
  Pull(Context &context, const ShadowedPrimal &primal, GradientValues &values, Slots &slots,
       llvm::IRBuilderBase &builder)
      : context(context), primal(primal), values(values), slots(slots), builder(builder),
        lanes(primal.width()) {}

  void operator()(const ScaleStep &step);
  void operator()(const RouteStep &step);
  void operator()(const PhiStep &) {} // on the block's incoming edges (ReverseSweep.cpp)
  void operator()(const BitsStep &step);
  void operator()(const LoadStep &step);
  void operator()(const StoreStep &step);
  void operator()(const UpdateStep &step);
  void operator()(const ExchangeStep &step);
  void operator()(const CopyStep &step);
  void operator()(const ClearStep &step);
  void operator()(const CallStep &step);

private:
  llvm::Value *get(llvm::Value *value) { return values.get(builder, value); }
  llvm::Value *mapLanes(llvm::Type *one, llvm::Value *adjoint,
                        llvm::function_ref<llvm::Value *(llvm::Value *)> move) {
    return lanes.map(builder, one, adjoint, move);
  }
  llvm::Value *place(llvm::Value *pointer, llvm::Type *accessed, unsigned lane);
  /// Of a place that adjoints are added to.
  struct SumPlace {
    bool isAmongOthers, isShared; ///< LoadStep's
    llvm::Value *isOwn = nullptr; ///< the same
  };
  void allowContraction();
  void forgetAddresses(llvm::Value *place, llvm::Type &type, const FloatParts &parts);
  void addToPlace(llvm::Value *pointer, llvm::Value *accessed, llvm::Value *adjoint,
                  llvm::Align align, const SumPlace &sum);
  void addPart(llvm::Value *pointer, llvm::Value *address, llvm::Value *part, llvm::Align align);
  void addShared(llvm::Value *pointer, llvm::Value *address, llvm::Value *part, llvm::Align align,
                 llvm::Value *isOwn);
  llvm::Value *takePlace(const StoreStep &step);
  llvm::Value *takeLane(const StoreStep &step, unsigned lane);
  llvm::Value *adjointPart(llvm::Value *adjoint, const Port &port);
  void pullRunInPlace(const DerivativeCall &made);
  void refuseUnlessZero(llvm::Value *adjoint, const llvm::Instruction &made);
  void routeSelect(llvm::SelectInst &select, llvm::Value *adjoint);
  void routeThroughInteger(llvm::Instruction &at, llvm::Value *adjoint);
  void routeShuffle(llvm::ShuffleVectorInst &at, llvm::Value *adjoint);
  void routeAggregate(llvm::Instruction &at, llvm::Value *adjoint);
  void routeElement(llvm::Instruction &at, llvm::Value *adjoint);
  void pullLane(const CopyStep &step, unsigned lane);
  void notePlace(llvm::Value *place, const FloatPart &part, llvm::Align align, bool isAmongOthers);
  void notePlaces(llvm::Value *place, llvm::Value *bytes, const CopyStep &step);
  llvm::Value *bytesWhere(llvm::Value *pointer, bool isShadowed, llvm::Value *bytes, unsigned lane);
  void clearFloats(llvm::Value *place, llvm::Value *bytes, const Layout &layout);

  Context &context;
  const ShadowedPrimal &primal;
  GradientValues &values;
  Slots &slots;
  llvm::IRBuilderBase &builder;
  const Lanes lanes;
};

/// *p' = -*p' where the highest bit is a number's sign (for a zero nothing changes). The rest of
/// the tangent or adjoint at `shadow` belongs to changed bits.
RuntimeCalls::ChangedBits changeBits(llvm::IRBuilderBase &builder, const StoreStep &step,
                                     llvm::Value *shadow);

/// A sink for changed bits, and for the rest of the numbers that they would belong to.
llvm::Type *sinkOfBits(llvm::Type &stored);

/// The sink that stands in for const memory of unknown identity.
llvm::Value *sinkOf(llvm::IRBuilderBase &builder, llvm::Type *type);

} // namespace enzyme
#endif
