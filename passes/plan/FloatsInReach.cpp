//===- FloatsInReach.cpp --------------------------------------------------===//
//
// Problem: what adjoints that meet in memory of unknown type are, who put them there knows
// (runtime/raw.c): any function that differentiated code calls. Asking all of them again
// for each function would make large programs slow to compile.
//
// Here: the answers for all functions reached, kept as long as no derivative is requested that
// reaches others.
//===----------------------------------------------------------------------===//
#include "plan/FloatsInReach.h"
#include "support/ReachedFunctions.h"
#include "types/LayoutTools.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {

/// Which floats `functions` compute with, and which they read and write.
void FloatsInReach::note(ArrayRef<Function *> functions) {
  for (Function *function : functions)
    for (Instruction &at : instructions(*function)) {
      if (movesNumbersOfAnyType(at)) // of those that others compute with
        continue;
      Type *type = at.getType()->getScalarType();
      if (type->isFloatingPointTy())
        computed.insert(type);
      if (auto *store = dyn_cast<StoreInst>(&at))
        type = store->getValueOperand()->getType()->getScalarType();
      hasFloats |= type->isFloatTy() && isa<LoadInst, StoreInst>(at);
      hasDoubles |= type->isDoubleTy() && isa<LoadInst, StoreInst>(at);
    }
}

/// A derivative serves all who call it, now or later. Most of what comes later was made of what
/// was there: iterations of its loops.
void FloatsInReach::refresh() {
  if (targets != context.targets) {
    targets = context.targets;
    reached.clear(), computed.clear(), classes.reset();
    hasFloats = hasDoubles = false;
    known = 0;
    for (Function *target : targets)
      reachFrom(*target, reached);
    note(reached.getArrayRef());
  }
  if (known == context.derivatives.size())
    return;
  known = context.derivatives.size();
  size_t before = reached.size();
  for (const auto &[key, derivative] : context.derivatives)
    if (!reached.contains(key.primal))
      reachFrom(*key.primal, reached);
  ArrayRef<Function *> more = reached.getArrayRef().drop_front(before);
  note(more);
  if (classes && !classes->extend(more))
    classes.reset();
}

Type *FloatsInReach::onlyFloat() {
  refresh();
  return computed.size() == 1 ? *computed.begin() : nullptr;
}

uint64_t FloatsInReach::largestFloat() {
  refresh();
  uint64_t largest = 0;
  for (Type *type : computed)
    largest = std::max<uint64_t>(largest, (type->getPrimitiveSizeInBits() + 7) / 8);
  return largest;
}

bool FloatsInReach::hasFloatsAndDoubles() {
  refresh();
  return hasFloats && hasDoubles;
}

std::shared_ptr<FloatsTogether> FloatsInReach::together() {
  refresh();
  if (!classes)
    classes = std::make_shared<FloatsTogether>(reached.getArrayRef(), targets);
  return classes;
}

} // namespace enzyme
