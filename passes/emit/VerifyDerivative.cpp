//===- VerifyDerivative.cpp - integrity of what was emitted ---------------===//
//
// A derivative function, before anything optimises it,
//   1. is valid IR and refers to no prepared function, whose code is not the program's;
//   2. hands on every adjoint: a variable in which one is summed up is read by something
//      other than the sum, except where the program may stop before the call that would read
//      it, or that call ran together with its reverse;
//   3. clears each variable of an adjoint before it is first read: at the entry.
//
// Told by the names that emission gives (Slots.cpp) and by uses alone.
//===----------------------------------------------------------------------===//
#include "emit/VerifyDerivative.h"
#include "support/Origins.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Does `user` only put a part of a sum together?
bool isSumming(const User &user) {
  return isa<InsertElementInst, ExtractElementInst, InsertValueInst, ExtractValueInst, BitCastInst,
             BinaryOperator, SelectInst>(user);
}

/// Does what `slot` holds go anywhere but back into it?
bool isHandedOn(const AllocaInst &slot) {
  SmallVector<const Value *, 16> work;
  SmallPtrSet<const Value *, 16> seen;
  for (const User *user : slot.users())
    if (isa<LoadInst>(user))
      work.push_back(user);
    else if (!isa<StoreInst>(user))
      return true; // its address is captured
  while (!work.empty()) {
    const Value *value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (const User *user : value->users()) {
      auto *store = dyn_cast<StoreInst>(user);
      if (store ? store->getPointerOperand() != &slot : !isSumming(*user))
        return true;
      if (!store)
        work.push_back(user);
    }
  }
  return false;
}

bool isSummedUp(const AllocaInst &slot) {
  return any_of(slot.users(), [](const User *user) {
    auto *store = dyn_cast<StoreInst>(user);
    return store && !isa<Constant>(store->getValueOperand());
  });
}

bool isClearedAtEntry(const AllocaInst &slot) {
  return any_of(slot.users(), [&](const User *user) {
    auto *store = dyn_cast<StoreInst>(user);
    return store && isa<Constant>(store->getValueOperand()) &&
           store->getParent() == &slot.getFunction()->getEntryBlock();
  });
}

/// Of an integer that may carry the bits of floats. One that the program made for a place where
/// others do hands nothing on (Lineariser::makesNoNumber).
bool isOfInteger(const AllocaInst &variable) {
  const Type *type = variable.getAllocatedType();
  while (const auto *lanes = dyn_cast<ArrayType>(type))
    type = lanes->getElementType();
  return type->isIntOrIntVectorTy();
}

const char *faultOf(const AllocaInst &variable, bool mayDrop) {
  StringRef name = variable.getName();
  if (!name.contains(".adjoint"))
    return "";
  if (!isClearedAtEntry(variable))
    return "is not cleared at the entry";
  bool mayEnd = mayDrop || isOfInteger(variable);
  return isSummedUp(variable) && !isHandedOn(variable) && !mayEnd ? "is summed up and goes nowhere"
                                                                  : "";
}

const Function *copyIn(const Instruction &instruction) {
  for (const Value *operand : instruction.operand_values())
    if (auto *function = dyn_cast<Function>(operand->stripPointerCasts());
        function && isCopy(*function))
      return function;
  return nullptr;
}

} // namespace

bool verifyDerivative(const Function &derivative, bool mayDrop, std::string &why) {
  raw_string_ostream out(why);
  if (verifyFunction(derivative, &out))
    return false;
  for (const Instruction &instruction : instructions(derivative)) {
    if (const Function *function = copyIn(instruction)) {
      out << "it refers to '" << function->getName() << "', which only helped to make it";
      return false;
    }
    auto *variable = dyn_cast<AllocaInst>(&instruction);
    if (StringRef fault = variable ? faultOf(*variable, mayDrop) : ""; !fault.empty()) {
      out << "'" << variable->getName() << "' " << fault;
      return false;
    }
  }
  return true;
}

} // namespace enzyme
