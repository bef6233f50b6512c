//===- Snapshots.cpp --------------------------------------------------------===//
#include "regions/Snapshots.h"

using namespace llvm;

namespace enzyme {

bool asksForSnapshots(const Function &primal) {
  return primal.hasFnAttribute(checkpointedAttribute);
}

Activity activityOfOperand(const DerivativeKey &key, const Value &operand) {
  auto *parameter = dyn_cast<Argument>(&operand);
  Activity activity = parameter ? key.arguments[parameter->getArgNo()] : Activity::Const;
  return activity == Activity::DupNoNeed ? Activity::Dup : activity;
}

DerivativeKey stepKey(const DerivativeKey &key, const CallInst &step) {
  DerivativeKey wanted;
  wanted.primal = step.getCalledFunction();
  wanted.mode = Mode::ReverseCombined;
  for (const Use &operand : step.args())
    wanted.arguments.push_back(activityOfOperand(key, *operand));
  wanted.width = key.width;
  wanted.runtimeActivity = key.runtimeActivity;
  wanted.order = key.order;
  wanted.overwritten.assign(step.arg_size(), false);
  return wanted;
}

/// The parameters of the iteration that are addresses of addresses with a shadow.
static SmallPtrSet<const Argument *, 4> pointerCells(const CheckpointPlan &plan,
                                                     const DerivativeKey &step) {
  SmallPtrSet<const Argument *, 4> cells;
  for (const StatePiece &piece : plan.pieces)
    for (const Use &operand : plan.step->args())
      if (piece.kind == PieceKind::Pointer && operand == piece.memory &&
          step.arguments[operand.getOperandNo()] == Activity::Dup)
        cells.insert(step.primal->getArg(operand.getOperandNo()));
  return cells;
}

SmallVector<StoreInst *, 4> addressesHandedOn(const CheckpointPlan &plan,
                                              const DerivativeKey &step) {
  SmallVector<StoreInst *, 4> stores;
  for (const Argument *cell : pointerCells(plan, step))
    for (const User *user : cell->users())
      if (auto *store = dyn_cast<StoreInst>(user); store && store->getPointerOperand() == cell)
        stores.push_back(const_cast<StoreInst *>(store)); // const_cast: users are const by default
  return stores;
}

static bool hasShadow(const Value &address, const SmallPtrSetImpl<const Argument *> &cells,
                      SmallPtrSetImpl<const Value *> &seen) {
  if (isa<Argument, ConstantPointerNull, UndefValue>(address) || !seen.insert(&address).second)
    return true;
  auto isKnown = [&](const Value *other) { return hasShadow(*other, cells, seen); };
  if (auto *load = dyn_cast<LoadInst>(&address)) {
    auto *cell = dyn_cast<Argument>(load->getPointerOperand());
    return cell && cells.contains(cell);
  }
  if (auto *distance = dyn_cast<GetElementPtrInst>(&address))
    return !distance->getType()->isVectorTy() && isKnown(distance->getPointerOperand());
  if (auto *phi = dyn_cast<PHINode>(&address))
    return all_of(phi->incoming_values(), [&](const Use &value) { return isKnown(value); });
  if (auto *choice = dyn_cast<SelectInst>(&address))
    return isKnown(choice->getTrueValue()) && isKnown(choice->getFalseValue());
  return false;
}

/// Can an iteration run again without its derivative?
static bool canAdvance(const CheckpointPlan &plan, const DerivativeKey &step) {
  SmallPtrSet<const Argument *, 4> cells = pointerCells(plan, step);
  SmallPtrSet<const Value *, 8> seen;
  return all_of(addressesHandedOn(plan, step), [&](StoreInst *store) {
    return hasShadow(*store->getValueOperand(), cells, seen);
  });
}

std::string whyNoSnapshots(const DerivativeKey &key) {
  if (key.keepsAll)
    return "is part of a derivative that is differentiated again";
  if (key.servesForward)
    return "has a tape that forward mode reads";
  if (key.errors != Errors::None)
    return "has a bound on rounding errors to be computed";
  if (isSeeded(key.returned) || isShadowed(key.returned) ||
      is_contained(key.arguments, Activity::Out))
    return "has a state that is not all in memory";
  CheckpointPlan plan = readPlan(*key.primal);
  auto isHandedIn = [](const Use &operand) { return isa<Argument, Constant>(operand); };
  if (!all_of(plan.call->args(), isHandedIn) || !all_of(plan.step->args(), isHandedIn))
    return "has variables of its own that its derivative cannot reach";
  DerivativeKey step = stepKey(key, *plan.step);
  if (!canAdvance(plan, step))
    return "hands on addresses that are read from memory";
  for (const StatePiece &piece : plan.pieces)
    if (auto *parameter = dyn_cast<Argument>(piece.memory);
        piece.kind == PieceKind::Stable && parameter &&
        parameter->getArgNo() < key.overwritten.size() && key.overwritten[parameter->getArgNo()])
      return "reads memory of a size that is not known before the loop, and that may change behind "
             "it";
  return "";
}

} // namespace enzyme
