//===- NotePlaces.cpp -----------------------------------------------------===//
#include "emit/NotePlaces.h"
#include "emit/Floats.h"
#include "shadow/CopyLoops.h"
#include "shadow/RuntimeCalls.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {
namespace {

class Noting {
public:
  Noting(const ShadowedPrimal &primal, Instruction &at)
      : primal(primal), builder(&at), runtime(*at.getModule()) {}

  void operator()(const LoadStep &step) {
    parts(step.at->getPointerOperand(), floatParts(*step.at, primal));
  }
  void operator()(const StoreStep &step) {
    parts(step.at->getPointerOperand(), storedParts(*step.at, primal));
  }
  void operator()(const UpdateStep &step) {
    parts(step.at->getPointerOperand(), {{{}, 0, step.at->getType(), false}});
  }
  void operator()(const CopyStep &step) {
    range(step.at->getRawDest(), step.at->getLength(), step.layout);
    range(step.at->getRawSource(), step.at->getLength(), step.layout);
  }
  void operator()(const ClearStep &step) {
    range(step.at->getRawDest(), step.at->getLength(), step.layout);
  }
  template <class Other> void operator()(const Other &) {} // touches no memory of its own

private:
  static bool isOfGlobal(const Value &shadow) {
    auto *global = dyn_cast<GlobalVariable>(getUnderlyingObject(&shadow, 0));
    return global && isShadowOfGlobal(*global);
  }

  bool mayBeOwn(const Value *pointer) const {
    return primal.pointerActivity(pointer) == PointerActivity::Mixed;
  }

  void parts(Value *pointer, const FloatParts &floats) {
    Value *shadow = primal.shadowOf(pointer, 0);
    for (const FloatPart &part : floats) {
      auto *vector = dyn_cast<FixedVectorType>(part.type);
      Type *number = part.type->getScalarType();
      uint64_t bytes = builder.GetInsertBlock()->getDataLayout().getTypeAllocSize(number);
      Value *count = builder.getInt64(vector ? vector->getNumElements() : 1);
      runtime.checkPlaces(builder,
                          {addressOf(builder, pointer, part), addressOf(builder, shadow, part),
                           count, bytes, number, isOfGlobal(*shadow), mayBeOwn(pointer)});
    }
  }

  void range(Value *pointer, Value *bytes, const Layout &layout) {
    if (!layout.known)
      return runtime.checkUnable(builder);
    Value *shadow = primal.shadowOf(pointer, 0);
    for (const NumberRun &run : numbersIn(layout, bytes, builder)) {
      auto at = [&](Value *place) {
        return builder.CreatePtrAdd(place, builder.getInt64(run.first.offset));
      };
      runtime.checkPlaces(builder, {at(pointer), at(shadow), run.count, run.period,
                                    run.first.floatType, isOfGlobal(*shadow), mayBeOwn(pointer)});
    }
  }

  const ShadowedPrimal &primal;
  IRBuilder<> builder;
  RuntimeCalls runtime;
};

} // namespace

void notePlaces(const LinearStep &step, const ShadowedPrimal &primal) {
  std::visit(Noting(primal, *instructionOf(step)), step);
}

} // namespace enzyme
