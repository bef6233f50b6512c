//===- Distance.cpp -------------------------------------------------------===//
#include "plan/Distance.h"
#include "limits/plan.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {

/// Adds what `address` adds to its pointer.
static bool add(const GEPOperator &address, Distance &distance) {
  const DataLayout &layout = cast<Instruction>(address).getDataLayout();
  unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  SmallMapVector<Value *, APInt, 4> variable;
  APInt constant(bits, 0);
  if (bits != 64 || !address.collectOffset(layout, bits, variable, constant))
    return false;
  distance.constant += constant.getSExtValue();
  for (auto &[index, scale] : variable)
    distance.terms.push_back({index, scale.getSExtValue(), nullptr});
  return true;
}

std::optional<Distance> Distance::between(const Value &base, Value &pointer, const Plan &plan) {
  Distance distance;
  Value *at = &pointer;
  for (unsigned i = 0; at != &base; ++i) {
    if (i == limits::stepsOfDistance || !at->getType()->isPointerTy())
      return std::nullopt;
    if (auto *address = dyn_cast<GetElementPtrInst>(at)) {
      if (!add(*cast<GEPOperator>(address), distance))
        return std::nullopt;
      at = address->getPointerOperand();
      continue;
    }
    auto *phi = dyn_cast<PHINode>(at);
    auto induction = phi ? plan.inductions.find(phi) : plan.inductions.end();
    if (induction == plan.inductions.end())
      return std::nullopt;
    auto *update = cast<GetElementPtrInst>(induction->second.update);
    TypeSize bytes = update->getDataLayout().getTypeAllocSize(update->getSourceElementType());
    if (bytes.isScalable() || !induction->second.step->getType()->isIntegerTy())
      return std::nullopt;
    distance.terms.push_back({induction->second.step, int64_t(bytes.getFixedValue()), phi});
    at = induction->second.start;
  }
  return distance;
}

} // namespace enzyme
