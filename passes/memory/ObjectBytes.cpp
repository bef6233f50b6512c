//===- ObjectBytes.cpp ------------------------------------------------------===//
#include "memory/ObjectBytes.h"
#include "rules/Facts.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace enzyme {

Unknowns unknownsOf(const SCEV *expression) {
  Unknowns found;
  struct Collector {
    Unknowns &found;
    bool follow(const SCEV *part) {
      if (auto *unknown = dyn_cast<SCEVUnknown>(part))
        found.insert(unknown->getValue());
      return true;
    }
    bool isDone() const { return false; }
  } collector{found};
  visitAll(expression, collector);
  return found;
}

Unknowns lengthsOf(const Loop &loop, ScalarEvolution &evolution) {
  const SCEV *trips = evolution.getBackedgeTakenCount(&loop);
  return isa<SCEVCouldNotCompute>(trips) ? Unknowns() : unknownsOf(trips);
}

std::optional<uint64_t> constantFactor(const SCEV *product, Unknowns &factors, uint64_t most) {
  if (auto *constant = dyn_cast<SCEVConstant>(product))
    return constant->getAPInt().getLimitedValue(most + 1);
  if (auto *cast = dyn_cast<SCEVCastExpr>(product))
    return constantFactor(cast->getOperand(), factors, most);
  if (auto *unknown = dyn_cast<SCEVUnknown>(product))
    return factors.insert(unknown->getValue()).second ? std::optional<uint64_t>(1) : std::nullopt;
  if (!isa<SCEVMulExpr>(product))
    return std::nullopt;
  uint64_t constant = 1;
  for (const SCEV *operand : product->operands()) {
    std::optional<uint64_t> part = constantFactor(operand, factors, most);
    if (!part || constant > most)
      return std::nullopt;
    constant *= *part;
  }
  return constant;
}

Value *bytesAllocated(const Value &object) {
  auto *call = dyn_cast<CallBase>(&object);
  std::optional<AllocatorFact> fact = call ? allocatorFact(*call) : std::nullopt;
  return fact && fact->countArgument < 0 ? call->getArgOperand(fact->sizeArgument) : nullptr;
}

} // namespace enzyme
