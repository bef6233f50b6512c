//===- Overwritten.cpp ---------------------------------------------------===//
//
// A load may be repeated in the reverse sweep when no write that can run after it
// may touch its memory. "After" includes later iterations, so aliasing is asked in
// LLVM's cross-iteration mode: a[i] and a[i+1] are not the same address now, but
// they are one iteration later. (Where stores only go ahead, LaterWrites.h knows it.)
// Frees do not count: they are deferred.
//
// In split mode the caller runs between the sweeps: memory that outlives the call
// counts as changed unless the key says it is not.
//===----------------------------------------------------------------------===//
#include "plan/Overwritten.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "llvm/Analysis/CaptureTracking.h"
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
  if (formulaFor(
          const_cast<CallBase &>(*call))) // const_cast: formulas bind operands, and change nothing
    return false;                         // errno and signgam hold no values of the primal's
  return !deallocatorFact(*call) && !allocatorFact(*call) && tapeCall(*call) == TapeCall::None &&
         !call->onlyAccessesInaccessibleMemory();
}

Overwritten::Overwritten(const ShadowedPrimal &primal)
    : primal(primal), analyses(*primal.prepared), later(analyses) {
  for (const Instruction &instruction : instructions(*primal.prepared))
    if (isWrite(instruction))
      writes.push_back(&instruction);
}

const SmallPtrSet<const BasicBlock *, 16> &Overwritten::blocksAfter(const BasicBlock &block) {
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

/// The objects a pointer may lead to, through phis and selects.
static SmallVector<const Value *, 4> objectsOf(const Value &pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&pointer, objects, nullptr, 0);
  return objects;
}

/// Memory made in this function whose address nobody else ever sees.
bool Overwritten::isPrivate(const Value &object) {
  if (!isIdentifiedFunctionLocal(&object) || isa<Argument>(object))
    return false;
  auto [answer, isNew] = privateObjects.try_emplace(&object, false);
  if (isNew)
    answer->second = !PointerMayBeCaptured(&object, /*ReturnCaptures=*/false);
  return answer->second;
}

/// Alias analysis follows one pointer phi or none; loops that walk a pointer
/// through a local buffer need more.
bool Overwritten::areApart(const Value &written, const Value &read) {
  auto isOthers = [](const Value *a, const Value *b) { // what is handed over, and what is our own
    return isa<Argument>(a) && isIdentifiedFunctionLocal(b);
  };
  auto isApart = [&](const Value *a, const Value *b) {
    return a != b && ((isIdentifiedObject(a) && isIdentifiedObject(b)) || isOthers(a, b) ||
                      isOthers(b, a) || isPrivate(*a) || isPrivate(*b));
  };
  SmallVector<const Value *, 4> readObjects = objectsOf(read);
  return all_of(objectsOf(written), [&](const Value *a) {
    return all_of(readObjects, [&](const Value *b) { return isApart(a, b); });
  });
}

/// Do two pointers lead into one object that this function made or was handed?
static bool maySharePlace(const Value &written, const Value &read) {
  SmallVector<const Value *, 4> readObjects = objectsOf(read);
  return any_of(objectsOf(written), [&](const Value *object) {
    return !isa<AllocaInst>(object) && is_contained(readObjects, object);
  });
}

static const Value *writtenPointer(const Instruction &write) {
  if (auto *store = dyn_cast<StoreInst>(&write))
    return store->getPointerOperand();
  auto *bytes = dyn_cast<MemIntrinsic>(&write);
  return bytes ? bytes->getRawDest() : nullptr;
}

bool Overwritten::mayTouch(const Instruction &write, const LoadInst &load,
                           BatchAAResults &aliases) {
  const Value *pointer = writtenPointer(write);
  if (pointer && areApart(*pointer, *load.getPointerOperand()))
    return false;
  MemoryLocation read = MemoryLocation::get(&load);
  // Memory may be used for one type and then for another: types keep two objects
  // apart, not two uses of one.
  if (!pointer || maySharePlace(*pointer, *load.getPointerOperand()))
    read.AATags.TBAA = nullptr;
  return isModSet(aliases.getModRefInfo(&write, read));
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
  for (const Instruction *write : writes)
    if (isReachableFrom(load, *write) && mayTouch(*write, load, aliases) &&
        // const_cast: the function is the plan's to ask about; nothing changes
        !later.areElsewhere(const_cast<LoadInst &>(load), const_cast<Instruction &>(*write)))
      return true;
  return answers[&load] = false;
}

} // namespace enzyme
