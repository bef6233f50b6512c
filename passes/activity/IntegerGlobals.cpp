//===- IntegerGlobals.cpp - what variables of integers receive ------------===//
//
// Follows the variable's address through address arithmetic, merges and callees with
// a body to each access. An address that gets elsewhere, and bytes of which it is not
// known where they come from, may be anything.
//===----------------------------------------------------------------------===//
#include "activity/IntegerGlobals.h"
#include "limits/activity.h"
#include "rules/Facts.h"
#include "types/IntegerFlow.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isOfIntegers(const Type *type) { return type->isIntOrIntVectorTy(); }

/// Is `value` an address, or are its bits those of a float?
bool isTaken(const Value &value) {
  if (const auto *operation = dyn_cast<Operator>(&value))
    return operation->getOpcode() == Instruction::PtrToInt ||
           operation->getOpcode() == Instruction::PtrToAddr ||
           (operation->getOpcode() == Instruction::BitCast &&
            !isOfIntegers(operation->getOperand(0)->getType()));
  return false;
}

bool isCallOfLibrary(const Value &value) {
  const auto *call = dyn_cast<CallBase>(&value);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && (callee->isIntrinsic() || isOfStandardLibrary(*callee));
}

class Writers {
public:
  explicit Writers(const GlobalVariable &global) : global(global) { addresses.insert(&global); }

  bool areOfNumbers() {
    for (unsigned i = 0; i != addresses.size(); ++i) {
      if (i == limits::usesOfIntegerGlobal)
        return false;
      for (const Use &use : addresses[i]->uses())
        if (!isHarmless(use))
          return false;
    }
    return true;
  }

private:
  const GlobalVariable &global;
  SmallSetVector<const Value *, 16> addresses;

  bool follow(const Value &address) {
    addresses.insert(&address);
    return true;
  }

  bool isHarmless(const Use &use) {
    const User &user = *use.getUser();
    if (isa<GEPOperator, PHINode, SelectInst, AddrSpaceCastInst>(user) ||
        (isa<Constant>(user) && !isa<GlobalValue>(user))) // perhaps no initialiser
      return follow(user);
    if (const auto *load = dyn_cast<LoadInst>(&user))
      return isOfIntegers(load->getType()) && !isReadAsAnother(*load);
    if (const auto *store = dyn_cast<StoreInst>(&user))
      return use.getOperandNo() == 1 && isNumber(*store->getValueOperand());
    if (const auto *update = dyn_cast<AtomicRMWInst>(&user))
      return use.getOperandNo() == 0 && isNumber(*update->getValOperand());
    if (const auto *exchange = dyn_cast<AtomicCmpXchgInst>(&user))
      return use.getOperandNo() == 0 && isNumber(*exchange->getNewValOperand());
    if (const auto *call = dyn_cast<CallBase>(&user))
      return isHarmlessIn(*call, use);
    return isa<ICmpInst>(user);
  }

  bool isHarmlessIn(const CallBase &call, const Use &use) {
    if (const auto *copy = dyn_cast<AnyMemTransferInst>(&call))
      return &copy->getRawDestUse() != &use || isOfNumbers(*copy->getRawSource());
    if (isa<IntrinsicInst>(call) || !call.isArgOperand(&use))
      return isa<AnyMemSetInst>(call) || !call.mayWriteToMemory();
    const Function *callee = call.getCalledFunction();
    if (!callee || callee->isDeclaration())
      return calleeEffect(call) != CalleeEffect::Unknown;
    unsigned index = call.getArgOperandNo(&use);
    return index < callee->arg_size() && follow(*callee->getArg(index));
  }

  bool isOfNumbers(const Value &source) const {
    const auto *other = dyn_cast<GlobalVariable>(getUnderlyingObject(&source));
    return other && (other == &global || other->isConstant());
  }

  /// Where other files put what this one reads as a float or as an address.
  bool isReadAsAnother(const LoadInst &load) const {
    SmallSetVector<const Value *, 8> values;
    values.insert(&load);
    for (unsigned i = 0; i != values.size(); ++i)
      for (const User *user : values[i]->users()) {
        if (isa<IntToPtrInst>(user) || (isa<BitCastInst>(user) && !isOfIntegers(user->getType())))
          return true;
        if (onlyMoves(*user) || isa<BinaryOperator>(user))
          values.insert(user);
      }
    return false;
  }

  /// A word of unknown origin: a float if it is wide enough, and an address if it is wider,
  /// unless it is used as a number.
  bool isNumberByUse(const Value &value) const {
    constexpr unsigned leastOfAddress = 64;
    unsigned bits = value.getType()->getScalarSizeInBits();
    return bits < 8 || isCallOfLibrary(value) || (bits < leastOfAddress && isComputedWith(value));
  }

  bool isNumber(const Value &stored) const {
    SmallSetVector<const Value *, 8> values;
    values.insert(&stored);
    for (unsigned i = 0; i != values.size(); ++i) {
      const Value &value = *values[i];
      if (isa<ConstantData>(value) && isOfIntegers(value.getType()))
        continue;
      if (i == limits::valuesOfInteger || !isOfIntegers(value.getType()) || isTaken(value) ||
          isa<Constant>(value))
        return false;
      if (isa<CmpInst, FPToSIInst, FPToUIInst>(value))
        continue;
      if (const auto *load = dyn_cast<LoadInst>(&value)) {
        if (!isOfNumbers(*load->getPointerOperand()) && !isNumberByUse(value))
          return false;
      } else if (isa<BinaryOperator, SExtInst>(value) ||
                 (isa<Instruction>(value) && onlyMoves(*cast<User>(&value)))) {
        addOperands(cast<Instruction>(value), values);
      } else if (!isNumberByUse(value)) {
        return false;
      }
    }
    return true;
  }

  /// Of arithmetic, only what is certainly no number: a sum of words is a word that counts.
  static void addOperands(const Instruction &instruction,
                          SmallSetVector<const Value *, 8> &values) {
    bool isArithmetic = isa<BinaryOperator, SExtInst>(instruction) && !onlyMoves(instruction);
    for (const Value *operand : instruction.operand_values())
      if (!isArithmetic || isTaken(*operand) || isa<BinaryOperator, PHINode, SelectInst>(operand))
        values.insert(operand);
  }
};

} // namespace

bool receivesOnlyNumbers(const GlobalVariable &global) { return Writers(global).areOfNumbers(); }

} // namespace enzyme
