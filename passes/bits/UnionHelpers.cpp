//===- UnionHelpers.cpp ----------------------------------------------------===//
//
// Problem: `put(to, get(from))`, where `void *get(const union value *)` reads the union's
// pointer and `put` writes it, moves a double when a double is what the union holds. A
// result and a parameter are what their types say; memory may be asked (types/Moves.h).
//
// Here: such calls are found, so that they can be inlined and the move seen whole.
//===----------------------------------------------------------------------===//
#include "bits/UnionHelpers.h"
#include "limits/bits.h"
#include "types/Moves.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace enzyme {

struct UnionHelpers::Body {
  Addresses addresses;
  Evidence evidence;
  Body(Function &function, CalleeRecords &callees)
      : addresses(function), evidence(function, addresses, callees) {}
};

UnionHelpers::UnionHelpers() = default;
UnionHelpers::~UnionHelpers() = default;

bool UnionHelpers::isUnion(Function &function, const Value &pointer) {
  std::unique_ptr<Body> &body = bodies[&function];
  if (!body)
    body = std::make_unique<Body>(function, callees);
  return body->evidence.isDeclaredEither(pointer);
}

/// A pointer, or a float that has its size.
static bool canBeEither(Type *type, const DataLayout &layout) {
  return type->isPointerTy() ||
         (type->isFloatingPointTy() && layout.getTypeStoreSize(type) == layout.getPointerSize());
}

/// What is stored, looked at as bits, or handed to another function.
static bool isHandedOn(const Use &use) {
  const User *user = use.getUser();
  if (isa<StoreInst>(user))
    return use.getOperandNo() == 0;
  return choosesOnly(*user) || isa<PtrToIntInst, BitCastInst, ReturnInst, CallBase>(user);
}

bool UnionHelpers::givesMember(Function &callee) {
  auto isMember = [&](const Value *value) {
    const auto *load = dyn_cast_or_null<LoadInst>(value);
    return load && isUnion(callee, *load->getPointerOperand());
  };
  return any_of(instructions(callee), [&](const Instruction &instruction) {
    const auto *result = dyn_cast<ReturnInst>(&instruction);
    if (!result || !isFromMemory(*result->getReturnValue()))
      return false;
    const auto *choice = dyn_cast<User>(result->getReturnValue());
    return isMember(choice) ||
           (choice && choosesOnly(*choice) && any_of(choice->operand_values(), isMember));
  });
}

bool UnionHelpers::storesAsMember(Argument &parameter) {
  return any_of(parameter.users(), [&](const User *user) {
    const auto *store = dyn_cast<StoreInst>(user);
    return store && store->getValueOperand() == &parameter &&
           isUnion(*parameter.getParent(), *store->getPointerOperand());
  });
}

/// Could `value` be a union's other member? A pointer that points somewhere is not one.
static bool mayBeMember(const Value &value) {
  SmallSetVector<const Value *, 8> chosen;
  chosen.insert(&value);
  for (unsigned i = 0; i != chosen.size() && i < limits::valuesOfMember; ++i) {
    if (isa<Argument, LoadInst, IntToPtrInst, BitCastInst>(chosen[i]))
      return true;
    if (const auto *choice = dyn_cast<Instruction>(chosen[i]); choice && choosesOnly(*choice))
      for (const Value *operand : choice->operand_values())
        chosen.insert(operand);
  }
  return chosen.size() > limits::valuesOfMember; // not all was looked at
}

bool UnionHelpers::handsOnMember(const CallBase &call) {
  Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration())
    return false;
  const DataLayout &layout = callee->getParent()->getDataLayout();
  if (canBeEither(call.getType(), layout) && any_of(call.uses(), isHandedOn) &&
      givesMember(*callee))
    return true;
  return any_of(callee->args(), [&](Argument &parameter) {
    if (parameter.getArgNo() >= call.arg_size() || !canBeEither(parameter.getType(), layout))
      return false;
    const Value &passed = *call.getArgOperand(parameter.getArgNo());
    return mayBeMember(passed) && storesAsMember(parameter);
  });
}

} // namespace enzyme
