//===- Replayable.cpp -----------------------------------------------------===//
#include "regions/Replayable.h"
#include "memory/Updates.h"
#include "regions/SizeVersions.h"
#include "report/Remarks.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/openmp/TeamCalls.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {

Value *rootOf(Value *pointer) {
  while (auto *address = dyn_cast<GEPOperator>(pointer))
    pointer = address->getPointerOperand();
  return pointer;
}

std::string Replayable::gatherCall(CallBase &call, Loop &loop) {
  ScalarEvolution &evolution = analyses.scalarEvolution();
  if (auto *bytes = dyn_cast<MemIntrinsic>(&call)) {
    Layout moved = types.accessed(call);
    if (bytes->isVolatile() || !moved.known || moved.hasPointers())
      return "it moves bytes that may be pointers";
    written.push_back(*writtenBy(call, evolution));
    if (auto read = readBy(call, evolution))
      reads.push_back(*read);
    return "";
  }
  if (isFormulaOfValues(call) || (isa<IntrinsicInst>(call) && !call.isConvergent() &&
                                  (call.doesNotAccessMemory() || isInactiveIntrinsic(call))))
    return "";
  if (isTeamCall(call)) // threads may share it out otherwise, and be others
    return "it is a parallel region";
  const Function *callee = call.getCalledFunction();
  bool isPure = callee && !callee->isDeclaration() && call.doesNotAccessMemory() &&
                !call.isConvergent() && call.doesNotThrow() && !isa<InvokeInst>(call);
  bool isStable = callee && !callee->isDeclaration() && call.doesNotThrow() &&
                  !isa<InvokeInst>(call) && Writes::onlyReads(call) && !mayChangeBetween(call) &&
                  !writes.mayChangeWhatReads(call, *loop.getHeader());
  return isPure || isStable || mutation::breaks("replay.call", call)
             ? ""
             : "it calls what may do more than compute";
}

bool Replayable::mayChangeBetween(const CallBase &call) const {
  return between &&
         !(Writes::onlyReadsArguments(call) && none_of(call.args(), [&](const Use &read) {
             return read->getType()->isPtrOrPtrVectorTy() && between->mayChange(*read);
           }));
}

/// All reads and writes of an iteration, or what stands in the way.
std::string Replayable::gather(Loop &loop) {
  reads.clear();
  written.clear();
  ScalarEvolution &evolution = analyses.scalarEvolution();
  for (BasicBlock *block : loop.blocks())
    for (Instruction &at : *block) {
      if (auto *load = dyn_cast<LoadInst>(&at)) {
        if (!load->isSimple() && !mutation::breaks("replay", "special load"))
          return "it reads memory in a special way";
        reads.push_back(*readBy(*load, evolution));
      } else if (auto *store = dyn_cast<StoreInst>(&at)) {
        Value *value = store->getValueOperand();
        if (!store->isSimple() || value->getType()->isPtrOrPtrVectorTy() ||
            types.carriesPointer(*value) || !types.accessed(at).known)
          if (!mutation::breaks("replay", "stores pointer"))
            return "it stores what may be a pointer";
        written.push_back(*writtenBy(*store, evolution));
      } else if (auto *call = dyn_cast<CallBase>(&at)) {
        if (std::string why = gatherCall(*call, loop); !why.empty())
          return why;
      } else if (at.mayReadOrWriteMemory() || at.mayThrow() || isa<AllocaInst>(at)) {
        return "it does more than compute";
      }
    }
  return "";
}

/// Does the read find in a second run what it found in the first?
bool Replayable::isWellRead(const ByteAccess &read, Loop &loop, Coverage &coverage) {
  MemoryLocation location = placeReadBy(*read.at);
  const Instruction *at = read.at;
  if (at->hasMetadata(LLVMContext::MD_invariant_load) ||
      (!mayChangeBetween(*read.pointer) && !writes.mayChange(location, *loop.getHeader())))
    return true;

  if (!writes.leadsToPrivate(*read.pointer))
    return false;
  auto mayTouch = [&](const ByteAccess &write) { return writes.mayTouch(*write.at, location); };
  switch (coverage.covers(read, mayTouch)) {
  case Coverage::Answer::No:
    return false;
  case Coverage::Answer::Yes:
    return true;
  case Coverage::Answer::IfWritten:
    return !mayChangeBetween(*read.pointer) && all_of(writes.all(), [&](const Instruction *write) {
      return loop.contains(write) || !writes.mayRunAfter(*write, *loop.getHeader()) ||
             !writes.mayTouch(*write, location) || mutation::breaks("replay", "if written");
    });
  }
  llvm_unreachable("all answers are covered");
}

/// Does it lead to a variable that is gone in the reverse sweep? One that only the loop uses is
/// the iteration's own.
bool Replayable::isGone(const Value &pointer, Loop &loop) const {
  auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(&pointer, 0));
  if (!between || !between->isGone(pointer))
    return false;
  SmallVector<const Value *, 8> pending{variable};
  while (variable && !pending.empty())
    for (const User *user : pending.pop_back_val()->users()) {
      auto *at = cast<Instruction>(user);
      if (isa<GetElementPtrInst>(at))
        pending.push_back(at);
      else if (!loop.contains(at) && !at->isLifetimeStartOrEnd())
        return true;
    }
  return !variable;
}

/// Within the loop, is `root` used for nothing but addresses that are written to?
bool Replayable::isOnlyWritten(Value &root, Loop &loop) const {

  auto *made = dyn_cast<Instruction>(&root);
  if (isa<Constant>(root) || (made && loop.contains(made)))
    return false;
  SmallVector<Value *, 8> pending{&root};
  while (!pending.empty()) {
    Value *pointer = pending.pop_back_val();
    for (User *user : pointer->users()) {
      auto *at = dyn_cast<Instruction>(user);
      if (isa<GetElementPtrInst>(user)) {
        pending.push_back(user);
        continue;
      }
      if (!at || !loop.contains(at))
        continue;
      auto *store = dyn_cast<StoreInst>(at);
      auto *bytes = dyn_cast<MemIntrinsic>(at);
      auto *transfer = dyn_cast<MemTransferInst>(at);
      bool isWrite = (store && store->getValueOperand() != pointer) ||
                     (bytes && (!transfer || transfer->getRawSource() != pointer));
      if (!isWrite)
        return false;
    }
  }
  return true;
}

/// Is all that is done once the loop began with what it writes behind `root` that it adds
/// to it (`p[i] += …`)? Asked of each access: alias analysis may know two accesses apart
/// where it knows nothing of their objects (regions/Versions.h).
bool Replayable::isOnlyAddedTo(Value &root, Loop &loop) {

  auto *made = dyn_cast<Instruction>(&root);
  if (isa<Constant>(root) || (made && loop.contains(made)))
    return false;
  SmallPtrSet<const Instruction *, 8> updates;
  SmallVector<MemoryLocation, 8> places;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &at : *block)
      if (auto *load = dyn_cast<LoadInst>(&at); load && rootOf(load->getPointerOperand()) == &root)
        if (std::optional<SumInMemory> sum = sumFrom(*load)) {
          updates.insert(load);
          updates.insert(sum->store);
          places.push_back(MemoryLocation::get(sum->store));
        }
  for (const ByteAccess &write : written) // what is only written is no sum
    if (rootOf(write.pointer) == &root && !updates.contains(write.at))
      return false;
  return all_of(instructions(*loop.getHeader()->getParent()), [&](Instruction &at) {
    bool isLater = at.mayReadOrWriteMemory() && !at.isLifetimeStartOrEnd() &&
                   writes.mayRunAfter(at, *loop.getHeader());
    return !isLater || updates.contains(&at) ||
           none_of(places, [&](const MemoryLocation &place) { return writes.mayMeet(at, place); });
  });
}

/// Is all that the loop writes scratch that is never read elsewhere?
bool Replayable::leavesNothing(Loop &loop, const ReplayTerms &terms) const {
  SmallPtrSet<const Value *, 8> objects;
  for (const ByteAccess &write : written)
    if (!terms.unwanted.contains(rootOf(write.pointer)))
      objects.insert_range(objectsOf(*write.pointer));
  for (const Instruction &at : instructions(*loop.getHeader()->getParent())) {
    auto *call = dyn_cast<CallBase>(&at);
    bool mayRead =
        isa<LoadInst, MemTransferInst>(at) ||
        (call && !isa<MemIntrinsic>(at) && !deallocatorFact(*call) && !at.isLifetimeStartOrEnd());
    if (loop.contains(&at) || !mayRead)
      continue;
    for (const Value *operand : at.operand_values())
      if (operand->getType()->isPointerTy() &&
          any_of(objectsOf(*operand), [&](const Value *o) { return objects.contains(o); }))
        return false;
  }
  return true;
}

/// Does each read find what it found in the first run, in a copy if nowhere else?
std::string Replayable::whyNotRead(Loop &loop, ReplayTerms &terms) {
  Coverage coverage(loop, analyses, written);
  std::optional<CopiedState> state;
  for (const ByteAccess &read : reads) {
    auto *load = dyn_cast<LoadInst>(read.at);
    if (load && sumFrom(*load) && terms.unwanted.contains(rootOf(read.pointer)))
      continue; // left out as well
    if (terms.copied.contains(rootOf(read.pointer)) || isWellRead(read, loop, coverage) ||
        mutation::breaks("replay", "read changed"))
      continue;
    if (copies != Copies::No && !state && canChooseBySize(loop, analyses))
      state.emplace(loop, analyses, writes, types, copies == Copies::Declared);
    auto object = state ? state->objectOf(*read.pointer, reads, written) : std::nullopt;
    if (!object)
      return "what it reads" + placeOf(*read.at) + " may be written later";
    terms.copied.insert(*object);
    terms.onlyAdds = false; // the next iteration looks at what this one leaves
  }
  return "";
}

std::string Replayable::whyNot(Loop &loop, ReplayTerms &terms) {
  if (std::string why = gather(loop); !why.empty())
    return why;
  for (const ByteAccess &write : written) {
    if (isGone(*write.pointer, loop))
      return "it writes" + placeOf(*write.at) + " to a variable that is gone in the reverse sweep";
    if (writes.leadsToPrivate(*write.pointer))
      continue;
    Value *root = rootOf(write.pointer);
    if (terms.unwanted.contains(root))
      continue;
    bool isSum = isOnlyAddedTo(*root, loop) || mutation::breaks("replay", "not only added to");
    terms.onlyAdds = isSum && (terms.onlyAdds || terms.unwanted.empty());
    if (!isSum && !isOnlyWritten(*root, loop) && !mutation::breaks("replay", "read as well"))
      return "it writes" + placeOf(*write.at) + " to memory that others see and that it may read";
    terms.unwanted.insert(root);
  }
  if (std::string why = whyNotRead(loop, terms); !why.empty())
    return why;
  bool leavesNothing = (terms.copied.empty() && this->leavesNothing(loop, terms)) ||
                       mutation::breaks("replay", "leaves something");
  // Values that the first run of the second half found must be there for another run of it.
  if (between && !leavesNothing)
    return "it writes to memory that is read behind it, and the reverse sweep may run more than "
           "once";
  terms.leavesNothing = terms.unwanted.empty() && leavesNothing;
  return "";
}

} // namespace enzyme
