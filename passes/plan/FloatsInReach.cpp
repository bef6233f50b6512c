//===- FloatsInReach.cpp --------------------------------------------------===//
//
// Problem: what adjoints that meet in memory of unknown type are, who put them there knows
// (runtime/raw.c): any function that differentiated code calls. Asking all of them again
// for each function would make large programs slow to compile.
//
// Here: the answers for all functions reached, kept as long as no derivative is asked for that
// reaches others.
//===----------------------------------------------------------------------===//
#include "plan/FloatsInReach.h"
#include "prepare/Reach.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

/// A derivative serves all who call it, now or later.
static SmallVector<Function *> rootsOfDerivatives(const Context &context) {
  SmallVector<Function *> roots = context.targets;
  for (const auto &[key, derivative] : context.derivatives)
    roots.push_back(key.primal);
  return roots;
}

void FloatsInReach::refresh() {
  auto isReached = [&](const auto &made) { return reached.contains(made.first.primal); };
  bool isNothingNew = known == context.derivatives.size() || all_of(context.derivatives, isReached);
  known = context.derivatives.size();
  if (targets == context.targets && isNothingNew)
    return;
  classes.reset();
  targets = context.targets;
  reached = reachedFunctions(rootsOfDerivatives(context));
  SmallPtrSet<Type *, 4> computed;
  bool hasFloats = false, hasDoubles = false;
  for (Function *function : reached)
    for (Instruction &at : instructions(*function)) {
      Type *type = at.getType()->getScalarType();
      if (type->isFloatingPointTy())
        computed.insert(type);
      if (auto *store = dyn_cast<StoreInst>(&at))
        type = store->getValueOperand()->getType()->getScalarType();
      hasFloats |= type->isFloatTy() && isa<LoadInst, StoreInst>(at);
      hasDoubles |= type->isDoubleTy() && isa<LoadInst, StoreInst>(at);
    }
  largest = 0;
  for (Type *type : computed)
    largest = std::max<uint64_t>(largest, (type->getPrimitiveSizeInBits() + 7) / 8);
  only = computed.size() == 1 ? *computed.begin() : nullptr;
  hasBoth = hasFloats && hasDoubles;
}

Type *FloatsInReach::onlyFloat() {
  refresh();
  return only;
}

uint64_t FloatsInReach::largestFloat() {
  refresh();
  return largest;
}

bool FloatsInReach::hasFloatsAndDoubles() {
  refresh();
  return hasBoth;
}

std::shared_ptr<FloatsTogether> FloatsInReach::together() {
  refresh();
  if (!classes)
    classes = std::make_shared<FloatsTogether>(reached.getArrayRef(), targets);
  return classes;
}

} // namespace enzyme
