//===- Writes.cpp ---------------------------------------------------------===//
#include "memory/Writes.h"
#include "limits/memory.h"
#include "memory/OtherThreads.h"
#include "memory/Updates.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "rules/gpu/Meetings.h"
#include "support/Ablation.h"
#include "support/Mutation.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Sees who else may use a pointer: comparing it and freeing it does not count.
struct Sharing : CaptureTracker {
  bool isShared = false;
  void tooManyUses() override { isShared = true; }
  Action captured(const Use *use, UseCaptureInfo how) override {
    auto *call = dyn_cast<CallBase>(use->getUser());
    if ((call && deallocatorFact(*call)) || !capturesAnyProvenance(how.UseCC))
      return Continue;
    isShared = true;
    return Stop;
  }
};

/// Do two pointers lead into one object that this function made or was handed?
bool maySharePlace(const Value &written, const Value &read) {
  SmallVector<const Value *, 4> readObjects = objectsOf(read);
  return any_of(objectsOf(written), [&](const Value *object) {
    return !isa<AllocaInst>(object) && is_contained(readObjects, object);
  });
}

} // namespace

SmallVector<const Value *, 4> objectsOf(const Value &pointer) {
  SmallVector<const Value *, 4> objects;
  getUnderlyingObjects(&pointer, objects, nullptr, 0);
  erase_if(objects,
           [](const Value *object) { return isa<ConstantPointerNull, UndefValue>(object); });
  return objects;
}

bool writesMemory(const Instruction &instruction) {
  if (!instruction.mayWriteToMemory() || instruction.isLifetimeStartOrEnd())
    return false;
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call)
    return !mutation::breaks("writes", instruction);
  if (isFormulaOfValues(*call))
    return false;
  return !deallocatorFact(*call) && !allocatorFact(*call) && tapeCall(*call) == TapeCall::None &&
         !call->onlyAccessesInaccessibleMemory() && !mutation::breaks("writes", instruction);
}

const Value *writtenPointer(const Instruction &write) {
  if (auto *store = dyn_cast<StoreInst>(&write))
    return store->getPointerOperand();
  auto *bytes = dyn_cast<MemIntrinsic>(&write);
  return bytes ? bytes->getRawDest() : nullptr;
}

/// Is a number made of an address only compared (regions/Versions.cpp)?
static bool isOnlyCompared(const Value &number) {
  return all_of(number.users(), [](const User *user) {
    return isa<ICmpInst>(user) ||
           (isa<BinaryOperator, MinMaxIntrinsic>(user) && isOnlyCompared(*user));
  });
}

static bool collectWrites(const Value &pointer, SmallVectorImpl<const Instruction *> &writes,
                          unsigned depth);

/// Does the callee do nothing with what it is handed there than write to it?
static bool isOnlyWrittenBy(const CallBase &call, const Value &pointer, unsigned depth) {
  const Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() || callee->isVarArg() || depth == limits::callsThatWrite ||
      callee->arg_size() != call.arg_size())
    return false;
  SmallVector<const Instruction *, 8> there;
  return all_of(call.args(), [&](const Use &argument) {
    return argument.get() != &pointer ||
           collectWrites(*callee->getArg(call.getArgOperandNo(&argument)), there, depth + 1);
  });
}

static bool collectWrites(const Value &pointer, SmallVectorImpl<const Instruction *> &writes,
                          unsigned depth) {
  for (const User *user : pointer.users()) {
    if (auto *store = dyn_cast<StoreInst>(user)) {
      if (store->getValueOperand() == &pointer || !store->isSimple())
        return false;
      writes.push_back(store);
    } else if (auto *bytes = dyn_cast<MemIntrinsic>(user)) {
      auto *transfer = dyn_cast<MemTransferInst>(bytes);
      if (bytes->isVolatile() || (transfer && transfer->getRawSource() == &pointer))
        return false;
      writes.push_back(bytes);
    } else if (auto *load = dyn_cast<LoadInst>(user); load && sumFrom(*load)) {
      continue;
    } else if (isa<PtrToIntInst>(user) && isOnlyCompared(*user)) {
      continue;
    } else if (auto *call = dyn_cast<CallBase>(user);
               call && !isa<IntrinsicInst>(call) && isOnlyWrittenBy(*call, pointer, depth)) {
      continue;
    } else if (!isa<GetElementPtrInst>(user) || !collectWrites(*user, writes, depth)) {
      return false;
    }
  }
  return true;
}

bool collectWritesThrough(const Value &pointer, SmallVectorImpl<const Instruction *> &writes) {
  return collectWrites(pointer, writes, 0);
}

Writes::Writes(Function &function, Analyses &analyses)
    : aliases(analyses.aliases()), blocks(function) {
  aliases.enableCrossIterationMode();
  for (const Instruction &instruction : instructions(function))
    if (writesMemory(instruction))
      writes.push_back(&instruction);
    else if (auto *call = dyn_cast<CallBase>(&instruction); call && deallocatorFact(*call))
      frees.push_back(call);
}

bool isUnsharedObject(const Value &object) {
  if (!isIdentifiedFunctionLocal(&object))
    return false;
  Sharing uses;
  PointerMayBeCaptured(&object, &uses, limits::usesOfObject);
  return !uses.isShared || mutation::breaks("writes.unshared", object);
}

bool Writes::isUnshared(const Value &object) {
  auto [answer, isNew] = unshared.try_emplace(&object, false);
  if (isNew)
    answer->second = isUnsharedObject(object);
  return answer->second;
}

bool Writes::isPrivate(const Value &object) {
  return (!isa<Argument>(object) && isUnshared(object)) ||
         mutation::breaks("writes.private", object);
}

bool Writes::leadsToUnshared(const Value &pointer) {
  return all_of(objectsOf(pointer), [&](const Value *object) { return isUnshared(*object); });
}

bool Writes::leadsToPrivate(const Value &pointer) {
  return all_of(objectsOf(pointer), [&](const Value *object) { return isPrivate(*object); });
}

bool Writes::areApart(const Value &written, const Value &read) {
  auto isOthers = [](const Value *a, const Value *b) { // what is handed over, and what is our own
    return isa<Argument>(a) && isIdentifiedFunctionLocal(b);
  };
  auto isApart = [&](const Value *a, const Value *b) {
    return a != b && ((isIdentifiedObject(a) && isIdentifiedObject(b)) || isOthers(a, b) ||
                      isOthers(b, a) || isPrivate(*a) || isPrivate(*b) ||
                      isOtherThanOfBlock(*a, *b) || mutation::breaks("writes.apart"));
  };
  SmallVector<const Value *, 4> readObjects = objectsOf(read);
  return all_of(objectsOf(written), [&](const Value *a) {
    return all_of(readObjects, [&](const Value *b) { return isApart(a, b); });
  });
}

/// What `access`, made through `pointer` (null: through an unknown one), does at `place`.
ModRefInfo Writes::effectOn(const Instruction &access, const Value *pointer, MemoryLocation place) {
  if (pointer && areApart(*pointer, *place.Ptr))
    return ModRefInfo::NoModRef;
  // Memory may be used for one type and then for another: types keep two objects
  // apart, not two uses of one.
  if ((!pointer || maySharePlace(*pointer, *place.Ptr)) && !mutation::breaks("writes.used-twice"))
    place.AATags.TBAA = nullptr;
  return aliases.getModRefInfo(&access, place);
}

/// Without errno and what only allocators see.
static MemoryEffects visibleEffects(const CallBase &call) {
  return call.getMemoryEffects()
      .getWithoutLoc(IRMemLocation::InaccessibleMem)
      .getWithoutLoc(IRMemLocation::ErrnoMem);
}

bool Writes::mayTouch(const Instruction &write, const MemoryLocation &read) {
  // Alias analysis gives up on buffers that change places: of arguments it sees phis of phis.
  auto *call = dyn_cast<CallBase>(&write);
  bool isElsewhere =
      call && !isa<IntrinsicInst>(call) && visibleEffects(*call).onlyAccessesArgPointees() &&
      all_of(call->args(), [&](const Use &argument) {
        return !argument->getType()->isPtrOrPtrVectorTy() ||
               call->onlyReadsMemory(call->getArgOperandNo(&argument)) ||
               (argument->getType()->isPointerTy() && areApart(*argument, *read.Ptr));
      });
  return !isElsewhere && isModSet(effectOn(write, writtenPointer(write), read)) &&
         !mutation::breaks("writes.touch", write);
}

bool Writes::mayOthersTouchAfter(const Instruction &barrier, const Value &read) {
  auto touches = [&](const Instruction *write) {
    return mayRunAfter(*write, barrier) && mayTouchFromOthers(*write, read);
  };
  return any_of(writes, touches) || any_of(frees, touches);
}

bool Writes::mayTouchLater(const Instruction &write, const MemoryLocation &read) {
  bool isKnown = isBlockBarrier(write) && !ablation::leavesOut("barriers") &&
                 !mayOthersTouchAfter(write, *read.Ptr);
  return !isKnown && mayTouch(write, read);
}

bool Writes::mayMeet(const Instruction &access, const MemoryLocation &place) {
  auto *call = dyn_cast<CallBase>(&access);
  if (call && isFormulaOfValues(*call))
    return false;
  return isModOrRefSet(effectOn(access, getLoadStorePointerOperand(&access), place)) &&
         !mutation::breaks("writes.meet", access);
}

bool Writes::onlyReads(const CallBase &call) {
  return visibleEffects(call).onlyReadsMemory() || mutation::breaks("writes.only-reads");
}

bool Writes::onlyReadsArguments(const CallBase &call) {
  return visibleEffects(call).onlyAccessesArgPointees();
}

bool Writes::mayChangeWhatReads(const CallBase &call, const BasicBlock &from,
                                function_ref<bool(const Instruction &)> doesNotCount) {
  MemoryEffects effects = visibleEffects(call);
  auto mayChange = [&](const Instruction &write) {
    return !effects.onlyAccessesArgPointees() || any_of(call.args(), [&](const Use &argument) {
      return argument->getType()->isPointerTy() &&
             mayTouch(write, MemoryLocation::getBeforeOrAfter(argument));
    });
  };
  return !effects.doesNotAccessMemory() && any_of(writes, [&](const Instruction *write) {
    auto *other = dyn_cast<CallBase>(write);
    return mayRunAfter(*write, from) && !(other && onlyReads(*other)) &&
           !(doesNotCount && doesNotCount(*write)) && mayChange(*write) &&
           !mutation::breaks("writes.change-what-reads");
  });
}

bool Writes::mayRunAfter(const Instruction &write, const Instruction &from) {
  if (write.getParent() == from.getParent() && from.comesBefore(&write))
    return !mutation::breaks("writes.run-after", "same block");
  return any_of(successors(from.getParent()), [&](const BasicBlock *next) {
    return mayRunAfter(write, *next) && !mutation::breaks("writes.run-after", "later block");
  });
}

const Instruction *Writes::firstChange(const LoadInst &load,
                                       function_ref<bool(const Instruction &)> isElsewhere) {
  if (!byPlace)
    byPlace.emplace(writes);
  MemoryLocation read = MemoryLocation::get(&load);
  auto areApart = [&](const Value &a, const Value &b) { return this->areApart(a, b); };
  return byPlace->find(
      load, !blocks.runsAgain(*load.getParent()), areApart, [&](const Instruction &write) {
        return mayRunAfter(write, load) && mayTouchLater(write, read) && !isElsewhere(write);
      });
}

bool Writes::mayChange(const MemoryLocation &read, const Instruction &from) {
  return any_of(writes, [&](const Instruction *write) {
    return mayRunAfter(*write, from) && mayTouchLater(*write, read) &&
           !mutation::breaks("writes.change", "after an access");
  });
}

bool Writes::mayChange(const MemoryLocation &read, const BasicBlock &from) {
  return any_of(writes, [&](const Instruction *write) {
    return mayRunAfter(*write, from) && mayTouch(*write, read) &&
           !mutation::breaks("writes.change", "from a block");
  });
}

} // namespace enzyme
