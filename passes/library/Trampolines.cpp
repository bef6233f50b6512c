//===- Trampolines.cpp ------------------------------------------------------===//
//
// Problem: Fortran passes an internal procedure, which sees the variables of its host,
// as the address of a few instructions on the stack that load the host's frame and jump:
//
//     init.trampoline(t, @f, frame); p = adjust.trampoline(t); call @integrate(p, …)
//
// Where integrate is inlined, LLVM makes `call @f(frame, …)` of the calls of p. Where it
// is not (it calls itself, it is long), p is code that cannot be differentiated.
//
// Here: integrate is copied for @f. The copy gets the frame where p was, and begins with
// a trampoline of its own; then the same holds in it, also for what it hands p on to,
// itself first of all. One copy serves all calls that pass the same procedures.
//
// A procedure that goes through memory (a component, a variable of the host) stays.
//===----------------------------------------------------------------------===//
#include "library/Trampolines.h"
#include "rules/Formulas.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;

namespace enzyme {
namespace {

IntrinsicInst *asIntrinsic(Value *value, Intrinsic::ID id) {
  auto *call = dyn_cast<IntrinsicInst>(value);
  return call && call->getIntrinsicID() == id ? call : nullptr;
}

/// A procedure, and the frame of its host.
struct Closure {
  Function *procedure = nullptr;
  Value *frame = nullptr;
  Type *room = nullptr; ///< of the trampoline
};

/// What `value` is the address of; no procedure if it is anything else.
Closure closureAt(Value *value) {
  IntrinsicInst *address = asIntrinsic(value, Intrinsic::adjust_trampoline);
  auto *room = address ? dyn_cast<AllocaInst>(address->getArgOperand(0)) : nullptr;
  if (!room)
    return {};
  IntrinsicInst *made = nullptr;
  for (User *user : room->users()) {
    if (IntrinsicInst *init = asIntrinsic(user, Intrinsic::init_trampoline)) {
      if (made)
        return {};
      made = init;
    } else if (!asIntrinsic(user, Intrinsic::adjust_trampoline) &&
               !cast<Instruction>(user)->isLifetimeStartOrEnd())
      return {};
  }
  if (!made || !DominatorTree(*room->getFunction()).dominates(made, address))
    return {};
  return {dyn_cast<Function>(made->getArgOperand(1)), made->getArgOperand(2),
          room->getAllocatedType()};
}

class Binder {
public:
  bool bindIn(Function &function);

private:
  using Bound = std::vector<std::pair<unsigned, Function *>>; ///< by argument
  std::map<std::pair<Function *, Bound>, Function *> copies;

  bool bind(CallBase &call);
  Function *copyFor(Function &callee, const MapVector<unsigned, Closure> &closures);
};

/// The trampoline in a copy, of what the copy got in `frame`.
void makeTrampoline(Argument &frame, const Closure &closure) {
  Function &copy = *frame.getParent();
  copy.setAttributes(
      copy.getAttributes().removeParamAttributes(copy.getContext(), frame.getArgNo()));
  IRBuilder<> builder(&*copy.getEntryBlock().getFirstInsertionPt());
  AllocaInst *room = builder.CreateAlloca(closure.room, nullptr, "trampoline");
  Value *address = builder.CreateIntrinsic(Intrinsic::adjust_trampoline, {room});
  frame.replaceAllUsesWith(address);
  builder.SetInsertPoint(cast<Instruction>(address));
  builder.CreateIntrinsic(Intrinsic::init_trampoline, {room, closure.procedure, &frame});
}

Function *Binder::copyFor(Function &callee, const MapVector<unsigned, Closure> &closures) {
  Bound bound;
  for (const auto &[index, closure] : closures)
    bound.push_back({index, closure.procedure});
  Function *&copy = copies[{&callee, bound}];
  if (copy)
    return copy;
  ValueToValueMapTy map;
  copy = CloneFunction(&callee, map);
  copy->setName(callee.getName() + "." + bound.front().second->getName());
  copy->setComdat(nullptr);
  copy->setLinkage(GlobalValue::InternalLinkage);
  for (const auto &[index, closure] : closures)
    makeTrampoline(*copy->getArg(index), closure);
  bindIn(*copy);
  return copy;
}

bool Binder::bind(CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() || callee->isVarArg() || hasFormula(*callee))
    return false;
  MapVector<unsigned, Closure> closures;
  for (unsigned i = 0; i != callee->arg_size(); ++i)
    if (Closure closure = closureAt(call.getArgOperand(i)); closure.procedure)
      closures[i] = closure;
  if (closures.empty())
    return false;
  Function *copy = copyFor(*callee, closures);
  call.setCalledFunction(copy);
  for (const auto &[index, closure] : closures) {
    call.setAttributes(call.getAttributes().removeParamAttributes(call.getContext(), index));
    call.setArgOperand(index, closure.frame);
  }
  return true;
}

bool Binder::bindIn(Function &function) {
  SmallVector<CallBase *, 8> calls;
  for (Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction); call && !isa<IntrinsicInst>(call))
      calls.push_back(call);
  bool isChanged = false;
  for (CallBase *call : calls)
    isChanged |= bind(*call);
  if (isChanged)
    dropUnusedTrampolines(function);
  return isChanged;
}

/// Nothing reads what is written there.
bool isOnlyWritten(const AllocaInst &room) {
  return all_of(room.users(), [&](const User *user) {
    auto *call = dyn_cast<IntrinsicInst>(user);
    return call && ((call->getIntrinsicID() == Intrinsic::init_trampoline &&
                     call->getArgOperand(0) == &room && call->getArgOperand(2) != &room) ||
                    call->isLifetimeStartOrEnd());
  });
}

} // namespace

bool dropUnusedTrampolines(Function &function) {
  if (!Intrinsic::getDeclarationIfExists(function.getParent(), Intrinsic::init_trampoline))
    return false;
  SmallVector<AllocaInst *, 4> rooms;
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *init = asIntrinsic(&instruction, Intrinsic::init_trampoline);
    if (auto *room = init ? dyn_cast<AllocaInst>(init->getArgOperand(0)) : nullptr)
      rooms.push_back(room);
    if (asIntrinsic(&instruction, Intrinsic::adjust_trampoline) && instruction.use_empty()) {
      instruction.eraseFromParent();
      isChanged = true;
    }
  }
  for (AllocaInst *room : rooms)
    if (isOnlyWritten(*room))
      for (User *user : make_early_inc_range(room->users()))
        if (auto *init = asIntrinsic(user, Intrinsic::init_trampoline)) {
          init->eraseFromParent();
          isChanged = true;
        }
  return isChanged;
}

bool bindInternalProcedures(ArrayRef<Function *> functions) {
  Binder binder;
  bool isChanged = false;
  for (Function *function : functions)
    isChanged |= binder.bindIn(*function);
  return isChanged;
}

} // namespace enzyme
