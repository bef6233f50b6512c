//===- Overwritten.cpp ---------------------------------------------------===//
//
// A load may be repeated in the reverse sweep when no write that can run after it
// may touch its memory (prepare/Writes.h). "After" includes later iterations. (Where
// stores only go ahead, LaterWrites.h knows it.) Frees do not count: they are deferred.
//
// In split mode the caller runs between the sweeps: memory that outlives the call
// counts as changed unless the key says it is not.
//===----------------------------------------------------------------------===//
#include "plan/Overwritten.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ValueTracking.h"

using namespace llvm;

namespace enzyme {

Overwritten::Overwritten(const ShadowedPrimal &primal)
    : primal(primal), analyses(*primal.prepared), later(analyses),
      writes(*primal.prepared, analyses) {}

/// Could code outside this function change what `pointer` leads to, once the
/// augmented function has returned?
bool Overwritten::escapesToCaller(const Value &pointer) const {
  const Value *object = getUnderlyingObject(&pointer, 0);

  if (auto *alloca = dyn_cast<AllocaInst>(object))
    return primal.activity->pointer(*alloca) == PointerActivity::Const; // a dead stack slot by then
  if (auto *argument = dyn_cast<Argument>(object))
    return primal.mayChangeOutside(*argument);
  auto *global = dyn_cast<GlobalVariable>(object);
  return !global || !global->isConstant();
}

Overwritten::Answer Overwritten::ask(const LoadInst &load) {
  auto [answer, isNew] = answers.try_emplace(&load);
  if (!isNew || ((load.isVolatile() || load.isAtomic()) && !mutation::breaks("unchanged.special")))
    return answer->second;
  if (primal.key.mode == Mode::ReverseAugmented && escapesToCaller(*load.getPointerOperand()) &&
      !mutation::breaks("unchanged.by-caller", *getUnderlyingObject(load.getPointerOperand(), 0)))
    return answer->second;
  if (load.hasMetadata(LLVMContext::MD_invariant_load))
    return answers[&load] = {false};
  const Instruction *write = writes.firstChange(load, [&](const Instruction &other) {
    // const_cast: the function is the plan's to ask about; nothing changes
    return later.areElsewhere(const_cast<LoadInst &>(load), const_cast<Instruction &>(other));
  });
  return answers[&load] = {write && !mutation::breaks("unchanged", *write), write};
}

bool Overwritten::mayChangeInLoop(const LoadInst &load) {
  const Loop *loop = analyses.loopInfo().getLoopFor(load.getParent());
  MemoryLocation read = MemoryLocation::get(&load);
  return (!loop || any_of(writes.all(),
                          [&](const Instruction *write) {
                            return loop->contains(write) && writes.mayTouch(*write, read);
                          })) &&
         !mutation::breaks("unchanged.in-loop");
}

} // namespace enzyme
