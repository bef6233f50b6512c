//===- BarrierLoads.cpp - loads whose value a barrier does not change ---------===//
//
// Problem: a thread stores to its place of memory that the block shares, waits for the others, and
// reads their places and its own again. To LLVM the barrier may write everywhere. In a kernel that
// the host launches, what is read of shared memory is kept for the reverse sweep, though the thread
// knew it before.
//
// Here: between an access in front of a barrier and one behind it, with no other barrier, fence or
// exchange on the way, no write of another thread can be in order with both: it would have to
// follow a barrier behind the first, and another one in front of the second. So what was stored or
// read is what is read.
//
// Threads may write to one place at once, and read behind the barrier who was the last. That is a
// race, but done. So the place must be the thread's own as far as its address shows: it advances
// with each number of the thread that the function asks for.
//===----------------------------------------------------------------------===//
#include "prepare/BarrierLoads.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Launch.h"
#include "rules/gpu/Meetings.h"
#include "support/Ablation.h"
#include "support/Mutation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

MemoryDef *barrierIn(MemoryAccess *access) {
  auto *definition = dyn_cast<MemoryDef>(access);
  Instruction *at = definition ? definition->getMemoryInst() : nullptr;
  return at && isBlockBarrier(*at) ? definition : nullptr;
}

bool isFence(const MemoryDef &barrier) {
  auto *call = cast<CallBase>(barrier.getMemoryInst());
  return call->getCalledFunction()->getName().starts_with(meetings::fence);
}

/// The call in front of it, if that belongs to a barrier, too.
MemoryDef *callBefore(const MemoryDef &barrier) {
  MemoryDef *before = barrierIn(barrier.getDefiningAccess());
  return before && before->getBlock() == barrier.getBlock() ? before : nullptr;
}

/// The first of the calls that are one barrier, of which `access` is the last; or null.
MemoryDef *firstOfBarrier(MemoryAccess *access) {
  MemoryDef *first = barrierIn(access);
  if (first && isFence(*first))
    first = callBefore(*first);
  if (!first || isFence(*first))
    return nullptr;
  MemoryDef *before = callBefore(*first);
  return before && isFence(*before) ? before : first;
}

/// Which numbers of the thread (bits 0 to 2: x, y, z) an address is a sum of multiples of, and of
/// constants and what is the block's; nothing if it is another.
std::optional<unsigned> axesOf(const SCEV *distance) {
  if (isa<SCEVConstant>(distance))
    return 0;
  if (auto *cast = dyn_cast<SCEVIntegralCastExpr>(distance))
    return axesOf(cast->getOperand());
  if (auto *unknown = dyn_cast<SCEVUnknown>(distance)) {
    std::optional<unsigned> axis = axisOfThread(*unknown->getValue());
    if (axis)
      return 1u << *axis;
    return isOfWholeBlock(*unknown->getValue()) ? std::optional(0u) : std::nullopt;
  }
  auto *parts = dyn_cast<SCEVCommutativeExpr>(distance);
  bool isProduct = isa<SCEVMulExpr>(distance);
  if (!parts || !(isProduct || isa<SCEVAddExpr>(distance)))
    return std::nullopt;
  unsigned axes = 0;
  for (const SCEV *part : parts->operands()) {
    std::optional<unsigned> found = axesOf(part);
    if (!found || (*found & axes) || (isProduct && axes && *found))
      return std::nullopt;
    axes |= *found;
  }
  return axes;
}

/// Finds such loads in one function.
class AcrossBarrier {
public:
  AcrossBarrier(Function &function, FunctionAnalysisManager &manager)
      : memory(manager.getResult<MemorySSAAnalysis>(function).getMSSA()),
        dominators(manager.getResult<DominatorTreeAnalysis>(function)),
        evolution(manager.getResult<ScalarEvolutionAnalysis>(function)) {
    for (const Instruction &at : instructions(function))
      if (std::optional<unsigned> axis = axisOfThread(at))
        asked |= 1u << *axis;
  }

  /// What `load` gives, as it was known in front of the barrier; null if it is not.
  Value *known(LoadInst &load) {
    if (!load.isSimple() || !memory.getMemoryAccess(&load) ||
        !isOwnPlace(*load.getPointerOperand()))
      return nullptr;
    MemorySSAWalker &walker = *memory.getWalker();
    MemoryDef *barrier = firstOfBarrier(walker.getClobberingMemoryAccess(&load));
    if (!barrier)
      return nullptr;
    MemoryAccess *changed =
        walker.getClobberingMemoryAccess(barrier->getDefiningAccess(), MemoryLocation::get(&load));
    auto *definition = dyn_cast<MemoryDef>(changed);
    auto *store = definition ? dyn_cast_or_null<StoreInst>(definition->getMemoryInst()) : nullptr;
    if (store && isSamePlace(*store->getPointerOperand(), load) && store->isSimple() &&
        store->getValueOperand()->getType() == load.getType())
      return store->getValueOperand();
    return readBefore(load, *barrier->getMemoryInst(), *changed);
  }

private:
  bool isSamePlace(Value &pointer, LoadInst &load) {
    return evolution.getSCEV(&pointer) == evolution.getSCEV(load.getPointerOperand());
  }

  bool isOwnPlace(Value &pointer) {
    if (!evolution.isSCEVable(pointer.getType()))
      return false;
    const SCEV *address = evolution.getSCEV(&pointer);
    const SCEV *base = evolution.getPointerBase(address);
    auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(&pointer));
    std::optional<unsigned> axes;
    if (variable && (isOfBlock(*variable) || isOfLaunch(*variable)) && isa<SCEVUnknown>(base))
      axes = axesOf(evolution.removePointerBase(address));
    return axes && asked != 0 && (*axes == asked || mutation::breaks("barrier-loads", "own"));
  }

  /// A load of the same in front of the barrier, behind what last changed it.
  Value *readBefore(LoadInst &load, Instruction &barrier, const MemoryAccess &changed) {
    for (User *user : load.getPointerOperand()->users()) {
      auto *other = dyn_cast<LoadInst>(user);
      if (other && other != &load && other->isSimple() && other->getType() == load.getType() &&
          memory.getMemoryAccess(other) && dominators.dominates(other, &barrier) &&
          dominators.dominates(&barrier, &load) &&
          memory.getWalker()->getClobberingMemoryAccess(other) == &changed)
        return other;
    }
    return nullptr;
  }

  MemorySSA &memory;
  DominatorTree &dominators;
  ScalarEvolution &evolution;
  unsigned asked = 0; ///< numbers of the thread
};

} // namespace

PreservedAnalyses BarrierLoadsPass::run(Function &function, FunctionAnalysisManager &manager) {
  if (!isForDevice(*function.getParent()) || ablation::leavesOut("forward") ||
      none_of(instructions(function), isBlockBarrier))
    return PreservedAnalyses::all();
  AcrossBarrier across(function, manager);
  bool isChanged = false;
  for (Instruction &at : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&at);
    Value *known = load ? across.known(*load) : nullptr;
    if (!known)
      continue;
    load->replaceAllUsesWith(known); // what is not used goes later
    isChanged = true;
  }
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace enzyme
