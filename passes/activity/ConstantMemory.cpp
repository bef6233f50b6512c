//===- ConstantMemory.cpp - active values kept in constant memory -----------===//
//
// Problem: a context that is passed enzyme_const and that the function keeps intermediate
// numbers in: what is read back from there is constant, as the request says, and the
// derivative is zero without a word.
//
// Here: the phases once more, as if such memory were the function's own. What varies there and
// is useful is lost by the declaration. Such memory may as well be an output that is of no
// interest, or parameters of a model, so calls count only where their functions surely read or
// write there (Summaries.h).
//===----------------------------------------------------------------------===//
#include "activity/ActivityAnalysis.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

/// Memory behind a parameter that is taken as the function's own.
bool ActivityAnalysis::isScratch(unsigned object) const {
  return isa_and_nonnull<Argument>(points.objects()[object].origin);
}

/// Scratch memory that the function of a call reads or writes by itself.
ObjectSet ActivityAnalysis::behindArguments(Move how, const CallBase &call) const {
  ObjectSet objects;
  const Function *body = callees.bodyOf(call);
  if (!body)
    return objects;
  const CalleeSummary &summary = callees.of(*body);
  const SparseBitVector<> &moves = how == Move::Read ? summary.readsBehind : summary.writesBehind;
  for (const Use &argument : call.args())
    if (moves.test(CalleeSummary::firstParameter + call.getArgOperandNo(&argument)))
      objects |= points.of(*argument); // what others lead to may only seem to be there
  return objects;
}

ObjectSet ActivityAnalysis::withScratchOnlyIf(Move how, const CallBase &call,
                                              ObjectSet objects) const {
  ObjectSet scratch;
  for (unsigned object : objects)
    if (isScratch(object))
      scratch.set(object);
  if (!scratch.empty()) {
    scratch.intersectWithComplement(behindArguments(how, call));
    objects.intersectWithComplement(scratch);
  }
  return objects;
}

/// Does the instruction put what varies, or the address of memory with a shadow, there?
bool ActivityAnalysis::keepsIn(unsigned object, const Instruction &at) const {
  if (const auto *store = dyn_cast<StoreInst>(&at)) {
    const Value &value = *store->getValueOperand();
    bool isActive = (isVaried(value) && accessMayMoveFloats(at)) ||
                    (types.carriesPointer(value) && anyIn(points.of(value), variedObjects));
    return isActive && points.of(*store->getPointerOperand()).test(object);
  }
  if (const auto *copy = dyn_cast<AnyMemTransferInst>(&at))
    return anyIn(points.of(*copy->getRawSource()), variedObjects) &&
           points.of(*copy->getRawDest()).test(object);
  const auto *call = dyn_cast<CallBase>(&at);
  return call && kindOf(*call) == CallKind::Body &&
         behindArguments(Move::Written, *call).test(object) &&
         (any_of(call->args(), [&](const Use &argument) { return isVaried(*argument); }) ||
          anyIn(reachable(*call), variedObjects));
}

const Instruction *ActivityAnalysis::whereKept(unsigned object) const {
  for (const Instruction &at : instructions(function))
    if (keepsIn(object, at))
      return &at;
  return nullptr;
}

/// Addresses that are kept there are known to who loads them in this function, but not to others.
bool ActivityAnalysis::isReadByUsefulCall(unsigned object) const {
  return any_of(instructions(function), [&](const Instruction &at) {
    const auto *call = dyn_cast<CallBase>(&at);
    return call && kindOf(*call) == CallKind::Body && isUsefulCall(*call) &&
           behindArguments(Move::Read, *call).test(object);
  });
}

std::vector<KeptInConstant> ActivityAnalysis::findKeptInConstants() {
  findVaried();
  findUseful();
  std::vector<KeptInConstant> found;
  ObjectSet shared; // an unknown function may have stored the address there, and probably has not
  for (World world : {World::Active, World::Mixed, World::Unseen})
    shared.set(unsigned(world));
  shared = points.closure(std::move(shared));
  for (const Argument &argument : function.args()) {
    std::optional<unsigned> object = points.objectMadeBy(argument);
    if (!object || shared.test(*object))
      continue;
    bool isLost = variedObjects.contains(*object) ? usefulObjects.contains(*object)
                                                  : isReadByUsefulCall(*object);
    if (const Instruction *where = isLost ? whereKept(*object) : nullptr)
      found.push_back({argument.getArgNo(), where});
  }
  return found;
}

std::vector<KeptInConstant> findKeptInConstants(Function &prepared, const DerivativeKey &key,
                                                const TypeResults &types,
                                                CalleeSummaries &callees) {
  ActivityAnalysis analysis(prepared, key, types, callees, ActivityAnalysis::Constants::Scratch);
  return analysis.findKeptInConstants();
}

} // namespace enzyme
