//===- UnsetShadows.cpp ----------------------------------------------------===//
//
// Problem: `double dx[3]; __enzyme_autodiff(f, x, dx);`. Reverse mode adds to what lies in a
// shadow, here to what the stack happens to hold, and front ends say nothing of variables that
// are passed through `...`.
//
// Here: a local variable, or memory from an allocator, that the caller does nothing with but
// hand it to the request, read it and give it back, is not set anywhere. Read in a simplified
// copy of the caller, where pointers are not in memory any more. Whatever else is done with it may
// have set it.
//===----------------------------------------------------------------------===//
#include "request/UnsetShadows.h"
#include "rules/Facts.h"
#include "rules/Shape.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Memory that holds nothing yet where it is made; numbers, if its type is known.
bool isFresh(const Value &object) {
  if (const auto *variable = dyn_cast<AllocaInst>(&object))
    return holdsFloat(variable->getAllocatedType());
  const auto *call = dyn_cast<CallBase>(&object);
  std::optional<AllocatorFact> fact = call ? allocatorFact(*call) : std::nullopt;
  return fact && !fact->isZeroed && fact->sizeArgument >= 0;
}

bool setsNothing(const Use &use, const CallBase &request) {
  const User *user = use.getUser();
  const auto *call = dyn_cast<CallBase>(user);
  if (!call)
    return isa<LoadInst, ICmpInst>(user);
  const auto *intrinsic = dyn_cast<IntrinsicInst>(call);
  return call == &request || deallocatorFact(*call) || call->isLifetimeStartOrEnd() ||
         (intrinsic && intrinsic->isAssumeLikeIntrinsic());
}

} // namespace

bool isNeverSet(const Value &memory, const CallBase &request) {
  const Value *object = memory.getType()->isPointerTy() ? getUnderlyingObject(&memory) : nullptr;
  if (!object || !isFresh(*object))
    return false;
  SmallSetVector<const Value *, 8> places;
  places.insert(object);
  for (unsigned i = 0; i != places.size(); ++i)
    for (const Use &use : places[i]->uses()) {
      if (isa<GetElementPtrInst, AddrSpaceCastInst>(use.getUser()))
        places.insert(use.getUser());
      else if (!setsNothing(use, request))
        return false;
    }
  return true;
}

void warnOfUnsetShadows(const Request &request, Diagnostics &diagnostics) {
  if (request.family != Family::Autodiff)
    return;
  for (const auto &[index, binding] : enumerate(request.parameters))
    if (binding.activity == Activity::Dup && binding.isShadowUnset)
      diagnostics.warn({MessageId::UnsetShadow,
                        request.where,
                        {readableName(*request.function), std::to_string(index + 1)},
                        {}});
}

} // namespace enzyme
