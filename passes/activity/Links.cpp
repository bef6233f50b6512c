//===- Links.cpp - objects whose distances are kept ------------------------===//
//
// Problem: who keeps how far m lies from n may read m through n, in code that knows of n alone.
//
// Here: a pointer to one object whose distance is kept this way may lead to the others. Where
// that really happens shadow/Distances.cpp stops the program.
//===----------------------------------------------------------------------===//
#include "activity/ActivityAnalysis.h"
#include "support/Mutation.h"
#include "types/Distances.h"

using namespace llvm;

namespace enzyme {

/// Of one object and itself it leads nowhere else. Constant memory has no shadow to be led to.
ObjectSet PointsTo::linkedBy(const Instruction &at) const {
  const auto *difference = dyn_cast<BinaryOperator>(&at);
  if (!difference || !difference->getType()->isIntegerTy())
    return {};
  auto ends = endsOfDistance(const_cast<BinaryOperator &>(*difference)); // looked at only
  if (!ends || mutation::breaks("points.linked"))
    return {};
  ObjectSet to = of(*ends->first), from = of(*ends->second);
  if (to.empty() || from.empty() || (to == from && to.count() == 1) ||
      blocksHandingOn(at, isBetweenObjects(*difference), types).empty())
    return {};
  to |= from;
  to.reset(world(World::Neutral));
  to.reset(world(World::Const));
  return to;
}

/// Objects that are linked with one object are linked with each other: `linked` holds disjoint
/// sets.
void PointsTo::link(const ObjectSet &objects) {
  if (objects.count() < 2 ||
      any_of(linked, [&](const ObjectSet &known) { return known.contains(objects); }))
    return;
  ObjectSet all = withLinked(objects);
  erase_if(linked, [&](const ObjectSet &known) { return all.contains(known); });
  linked.push_back(all);
  hasChanged = true;
  for (auto &[value, set] : sets)
    if (set.intersects(all))
      set |= all;
}

/// Is a distance kept there of objects that have a shadow, so that the call must look at it?
bool ActivityAnalysis::keepsDistance(const CallBase &call) const {
  const Function *body = callees.bodyOf(call);
  return body && !callees.of(*body).linked.empty() && anyIn(reachable(call), shadowed);
}

ObjectSet PointsTo::withLinked(const ObjectSet &objects) const {
  ObjectSet result = objects;
  for (const ObjectSet &known : linked)
    if (objects.intersects(known))
      result |= known;
  return result;
}

} // namespace enzyme
