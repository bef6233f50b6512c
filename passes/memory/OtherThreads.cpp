//===- OtherThreads.cpp -----------------------------------------------------===//
#include "memory/OtherThreads.h"
#include "limits/memory.h"
#include "memory/Writes.h"
#include "rules/Facts.h"
#include "rules/gpu/Devices.h"
#include "rules/gpu/Meetings.h"
#include "support/Mutation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isFromHost(const Value &object) {
  auto *parameter = dyn_cast<Argument>(&object);
  return parameter && parameter->hasAttribute(fromHostAttribute);
}

/// Memory that only what is made of this parameter leads to, in all threads.
bool isOnlyWay(const Value &object) {
  auto *parameter = dyn_cast<Argument>(&object);
  return parameter && parameter->hasAttribute(onlyWayAttribute);
}

/// Variables of a block live as long as it does: no host passes their addresses.
bool isOfThreads(const Value &object) {
  auto *variable = dyn_cast<GlobalVariable>(&object);
  return variable && (isOfBlock(*variable) || isOfLaunch(*variable));
}

/// The list of what stays though nothing may use it.
bool isListOfKept(const User &user) {
  return isa<ConstantArray>(user) && all_of(user.users(), [](const User *list) {
           auto *variable = dyn_cast<GlobalVariable>(list);
           return variable && variable->getSection() == "llvm.metadata";
         });
}

bool isOnlyAccessed(const Value &address, unsigned depth) {
  return depth != limits::callsThatWrite && all_of(address.uses(), [&](const Use &use) {
           const User *user = use.getUser();
           if (isa<LoadInst, MemIntrinsic, ICmpInst>(user) || isListOfKept(*user))
             return true;
           if (isa<StoreInst, AtomicRMWInst>(user))
             return use.getOperandNo() == (isa<StoreInst>(user) ? 1u : 0u);
           auto *step = dyn_cast<Operator>(user);
           bool isStep = step && is_contained({unsigned(Instruction::GetElementPtr),
                                               unsigned(Instruction::AddrSpaceCast),
                                               unsigned(Instruction::BitCast)},
                                              step->getOpcode());
           return isStep && isOnlyAccessed(*user, depth + 1);
         });
}

constexpr StringLiteral reachedByName = "enzyme-reached-by-name";

bool isReachedByName(const Value &object) {
  auto *variable = dyn_cast<GlobalVariable>(&object);
  return variable && variable->hasAttribute(reachedByName);
}

bool areOtherVariables(const Value &a, const Value &b) {
  auto *first = dyn_cast<GlobalVariable>(&a), *second = dyn_cast<GlobalVariable>(&b);
  return first && second && first != second &&
         !(isOfLaunch(*first) && isOfLaunch(*second)); // those all begin at one place
}

/// Does `written`, made in another thread, lead elsewhere than `read` in this one?
bool areApart(const Value &written, const Value &read) {
  if (isa<AllocaInst>(written) || isa<AllocaInst>(read))
    return true; // each thread's own
  auto *variable = dyn_cast<GlobalVariable>(&read);
  if (variable && variable->isConstant())
    return true;
  if (mutation::breaks("other-threads.apart", read))
    return true;
  if (isOtherThanOfBlock(written, read))
    return true;
  bool isSeen = isa<Argument, GlobalVariable>(written);
  return areOtherVariables(written, read) || (isSeen && &written != &read && isOnlyWay(read));
}

bool mayLeadTo(const Value &pointer, ArrayRef<const Value *> read) {
  return any_of(objectsOf(pointer), [&](const Value *written) {
    return any_of(read, [&](const Value *object) { return !areApart(*written, *object); });
  });
}

/// Memory that a device's `free` may give back: of the heap, by whatever address.
bool mayBeOnHeap(const Value &object) { return !isa<AllocaInst, GlobalVariable>(object); }

bool mayTouchByCall(const CallBase &call, ArrayRef<const Value *> read) {
  if (deallocatorFact(call))
    return any_of(read, [](const Value *object) { return mayBeOnHeap(*object); });
  if (!call.getMemoryEffects()
           .getWithoutLoc(IRMemLocation::InaccessibleMem)
           .getWithoutLoc(IRMemLocation::ErrnoMem)
           .onlyAccessesArgPointees())
    return true;
  return any_of(call.args(), [&](const Use &argument) {
    bool isRead = isa<MemTransferInst>(call) && call.getArgOperandNo(&argument) == 1;
    return argument->getType()->isPtrOrPtrVectorTy() && !isRead &&
           !call.onlyReadsMemory(call.getArgOperandNo(&argument)) && mayLeadTo(*argument, read);
  });
}

} // namespace

void markReachedByName(GlobalVariable &variable) {
  bool isOfFile = variable.hasLocalLinkage() || variable.hasLinkOnceODRLinkage() ||
                  variable.hasWeakODRLinkage();
  if (isOfFile && isOfBlock(variable) && variable.hasInitializer() && isOnlyAccessed(variable, 0))
    variable.addAttribute(reachedByName);
}

bool isOtherThanOfBlock(const Value &a, const Value &b) {
  return &a != &b && (isReachedByName(a) || isReachedByName(b) ||
                      (isFromHost(a) && isOfThreads(b)) || (isFromHost(b) && isOfThreads(a)));
}

bool mayTouchFromOthers(const Instruction &write, const Value &read) {
  if (isBlockBarrier(write))
    return false;
  SmallVector<const Value *, 4> objects = objectsOf(read);
  if (auto *call = dyn_cast<CallBase>(&write))
    return mayTouchByCall(*call, objects);
  if (write.isVolatile())
    return true; // a flag
  if (auto *store = dyn_cast<StoreInst>(&write))
    return store->isAtomic() || mayLeadTo(*store->getPointerOperand(), objects);
  if (auto *sum = dyn_cast<AtomicRMWInst>(&write))
    return isStrongerThanMonotonic(sum->getOrdering()) ||
           mayLeadTo(*sum->getPointerOperand(), objects);
  return true;
}

} // namespace enzyme
