//===- Shadows.cpp - which memory made here needs a shadow ----------------===//
//
// An object has a shadow when active values live in it and matter, or when it
// takes part in a data structure that has one: it holds the address of an object
// with a shadow, or its own address is held by one or returned with its shadow.
// Then every pointer loaded from a structure with a shadow has a shadow of its own.
//===----------------------------------------------------------------------===//
#include "activity/ActivityAnalysis.h"
#include "support/Mutation.h"

using namespace llvm;

namespace enzyme {

void ActivityAnalysis::findShadowed() {
  shadowed[unsigned(World::Active)] = "active memory";
  shadowed[unsigned(World::Mixed)] = "memory that may be active";
  for (const auto &[object, reason] : variedObjects)
    if (points.objects()[object].world >= World::Unseen && usefulObjects.contains(object) &&
        !mutation::breaks("shadowed", "active"))
      shadowed[object] = reason;
  if (isShadowed(key.returned))
    for (const BasicBlock &block : function)
      if (const auto *result = dyn_cast<ReturnInst>(block.getTerminator()))
        shadowReturned(*result);
  spreadShadows();
}

void ActivityAnalysis::shadowReturned(const ReturnInst &result) {
  if (!result.getReturnValue())
    return;
  for (unsigned object : points.reach(*result.getReturnValue()))
    if (points.objects()[object].world == World::Local && !mutation::breaks("shadowed", "returned"))
      shadowed.try_emplace(object, "returned with its shadow");
}

void ActivityAnalysis::spreadShadows() {
  auto isLocal = [&](unsigned object) { return points.objects()[object].world == World::Local; };
  do {
    hasChanged = false;
    for (unsigned object = 0; object < points.objects().size(); ++object)
      for (unsigned inner : points.contents(object)) {
        if (shadowed.contains(object) && isLocal(inner) && !mutation::breaks("shadowed", "held"))
          mark(shadowed, inner, "its address is stored in " + describe(object));
        if (shadowed.contains(inner) && isLocal(object) && !mutation::breaks("shadowed", "holds"))
          mark(shadowed, object, "holds the address of " + describe(inner));
      }
  } while (hasChanged);
}

} // namespace enzyme
