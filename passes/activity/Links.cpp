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

void PointsTo::link(const ObjectSet &objects) {
  if (objects.count() < 2)
    return;
  ObjectSet all = withLinked(objects);
  bool isNew = false;
  for (unsigned object : all)
    isNew |= linked[object] |= all;
  if (!isNew)
    return;
  hasChanged = true;
  keptLinks.push_back(all);
  for (auto &[value, set] : sets)
    set = withLinked(set);
}

/// Is a distance kept there of objects that have a shadow, so that the call must look at it?
bool ActivityAnalysis::keepsDistance(const CallBase &call) const {
  const Function *body = callees.bodyOf(call);
  return body && !callees.of(*body).linked.empty() && anyIn(reachable(call), shadowed);
}

ObjectSet PointsTo::withLinked(const ObjectSet &objects) const {
  ObjectSet result = objects;
  if (!linked.empty())
    for (unsigned object : objects)
      if (auto others = linked.find(object); others != linked.end())
        result |= others->second;
  return result;
}

} // namespace enzyme
