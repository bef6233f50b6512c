//===- BetweenSweeps.cpp ------------------------------------------------------===//
#include "regions/BetweenSweeps.h"
#include "checkpoint/Marks.h"
#include "rules/Facts.h"
#include "support/Mutation.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace enzyme {

/// The key of a loop that may keep snapshots counts on them: they put back what changes behind
/// the loop. This one keeps none.
bool callerMayChange(const DerivativeKey &key, const Argument &parameter) {
  bool mayChange = key.overwritten.size() <= parameter.getArgNo() ||
                   key.overwritten[parameter.getArgNo()] ||
                   key.primal->hasFnAttribute(checkpointedAttribute);
  return mayChange && !mutation::breaks("unchanged.argument");
}

/// Memory from an allocator of the library: freeing it waits. The program's own allocators may give
/// theirs to the next call without being asked to free it, such as an arena that is emptied.
static bool isOfLibrary(const Value &object) {
  const auto *call = dyn_cast<CallBase>(&object);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && allocatorFact(*call);
}

bool BetweenSweeps::isDeadVariable(const Value &object) const {
  return isa<AllocaInst>(object) && activity.pointer(object) == PointerActivity::Const;
}

bool BetweenSweeps::isGone(const Value &pointer) const {
  return key.mode == Mode::ReverseAugmented &&
         any_of(objectsOf(pointer), [&](const Value *object) { return isDeadVariable(*object); });
}

bool BetweenSweeps::mayChange(const Value &pointer) const {
  if (key.mode != Mode::ReverseAugmented)
    return false;
  return any_of(objectsOf(pointer), [&](const Value *object) {
    if (mutation::breaks("unchanged.by-caller", *object))
      return false;
    if (isa<AllocaInst>(object))
      return isDeadVariable(*object);
    if (auto *parameter = dyn_cast<Argument>(object))
      return callerMayChange(key, *parameter);
    if (auto *global = dyn_cast<GlobalVariable>(object))
      return !global->isConstant();
    return !isOfLibrary(*object) || !writes.isPrivate(*object);
  });
}

} // namespace enzyme
