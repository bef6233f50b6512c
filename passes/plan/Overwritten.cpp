//===- Overwritten.cpp ---------------------------------------------------===//
//
// A load may be repeated in the reverse sweep when no write that can run after it
// may touch its memory. "After" includes later iterations, so aliasing is asked in
// LLVM's cross-iteration mode: a[i] and a[i+1] are not the same address now, but
// they are one iteration later. Frees do not count: they are deferred.
//
// In split mode the caller runs between the sweeps: memory that outlives the call
// counts as changed unless the key says it is not.
//===----------------------------------------------------------------------===//
#include "plan/Overwritten.h"
#include "rules/Facts.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

static bool isWrite(const Instruction &instruction) {
  if (!instruction.mayWriteToMemory() || instruction.isLifetimeStartOrEnd())
    return false;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return true;
  return !deallocatorFact(*call) && !allocatorFact(*call) &&
         !call->onlyAccessesInaccessibleMemory();
}

Overwritten::Overwritten(const ShadowedPrimal &primal)
    : primal(primal), analyses(*primal.prepared) {
  for (const Instruction &instruction : instructions(*primal.prepared))
    if (isWrite(instruction))
      writes.push_back(&instruction);
}

const SmallPtrSet<const BasicBlock *, 16> &
Overwritten::blocksAfter(const BasicBlock &block) {
  auto [found, isNew] = after.try_emplace(&block);
  if (!isNew)
    return found->second;
  SmallPtrSet<const BasicBlock *, 16> reached;
  SmallVector<const BasicBlock *, 16> work(successors(&block));
  while (!work.empty()) {
    const BasicBlock *next = work.pop_back_val();
    if (reached.insert(next).second)
      work.append(succ_begin(next), succ_end(next));
  }
  return after[&block] = std::move(reached);
}

bool Overwritten::isReachableFrom(const Instruction &load, const Instruction &write) {
  if (load.getParent() == write.getParent() && load.comesBefore(&write))
    return true;
  return blocksAfter(*load.getParent()).contains(write.getParent());
}

/// Could code outside this function change what `pointer` leads to, once the
/// augmented function has returned?
bool Overwritten::escapesToCaller(const Value &pointer) const {
  const Value *object = getUnderlyingObject(&pointer, 0);
  if (auto *alloca = dyn_cast<AllocaInst>(object))
    return primal.activity->pointer(*alloca) == PointerActivity::Const; // a dead stack slot by then
  if (auto *argument = dyn_cast<Argument>(object))
    return primal.key.overwritten.size() <= argument->getArgNo() ||
           primal.key.overwritten[argument->getArgNo()];
  auto *global = dyn_cast<GlobalVariable>(object);
  return !global || !global->isConstant();
}

bool Overwritten::mayChange(const LoadInst &load) {
  auto [answer, isNew] = answers.try_emplace(&load, true);
  if (!isNew || load.isVolatile() || load.isAtomic())
    return answer->second;
  if (primal.key.mode == Mode::ReverseAugmented && escapesToCaller(*load.getPointerOperand()))
    return true;
  if (load.hasMetadata(LLVMContext::MD_invariant_load))
    return answers[&load] = false;
  BatchAAResults aliases(analyses.aliases());
  aliases.enableCrossIterationMode();
  MemoryLocation location = MemoryLocation::get(&load);
  for (const Instruction *write : writes)
    if (isReachableFrom(load, *write) &&
        isModSet(aliases.getModRefInfo(write, location)))
      return true;
  return answers[&load] = false;
}

} // namespace enzyme
