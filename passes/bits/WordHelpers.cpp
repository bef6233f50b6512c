//===- WordHelpers.cpp - helpers that take words as integers ----------===//
//
// Problem: `uintptr_t tag(node *p, int kind)` and `node *untag(uintptr_t)` keep marks in the
// bits that an address has no use for; others take an address or a double apart into two words,
// make a key of it, or keep it beside integers. What the integer between them is, neither
// function says: in one it is made of an address or a float, in the other it becomes one.
//
// Here: such calls are found, so that they can be inlined. Then both ends are in sight. The
// distance of two addresses is not one.
//===----------------------------------------------------------------------===//
#include "bits/WordHelpers.h"
#include "bits/DefUseWalk.h"
#include "limits/bits.h"
#include "request/PairRules.h"
#include "types/IntegerFlow.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Rotations and swaps.
bool permutesBits(const Instruction &at) {
  const auto *call = dyn_cast<IntrinsicInst>(&at);
  return call &&
         is_contained({Intrinsic::fshl, Intrinsic::fshr, Intrinsic::bswap, Intrinsic::bitreverse},
                      call->getIntrinsicID());
}

/// Integers computed of integers, and structures they travel in.
bool passesBits(const Value &value) {
  const auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || instruction->getType()->isFPOrFPVectorTy())
    return false;
  return isa<InsertValueInst, ExtractValueInst, FreezeInst, PHINode, SelectInst>(instruction) ||
         (instruction->getType()->isIntegerTy() &&
          (isa<BinaryOperator, ZExtInst, SExtInst, TruncInst>(instruction) ||
           permutesBits(*instruction)));
}

bool isOfIntegers(Type *type) {
  return type->isIntegerTy() || (type->isAggregateType() && any_of(type->subtypes(), isOfIntegers));
}

using Check = function_ref<bool(const Value &)>;

/// Is an integer computed of one that `isFound`? Remainders and differences are not addresses,
/// unless they are taken from one.
class Origins {
public:
  explicit Origins(Check isFound) : isFound(isFound) {}

  bool include(const Value &integer) {
    return leadsTo(integer, isFound, [&](const Value &next, WalkList &work) {
      if (passesBits(next) && !isRest(cast<Instruction>(next)))
        append_range(work, cast<Instruction>(next).operand_values());
    });
  }

private:
  Check isFound;
  DenseMap<const Instruction *, bool> differences;

  /// What a loop takes from itself is asked about once.
  bool isRest(const Instruction &made) {
    if (made.getOpcode() != Instruction::Sub)
      return is_contained({Instruction::URem, Instruction::SRem}, made.getOpcode());
    if (auto [known, isNew] = differences.try_emplace(&made, false); !isNew)
      return known->second;
    bool isTaken = include(*made.getOperand(1));
    return differences[&made] = isTaken;
  }
};

bool comesFrom(const Value &integer, Check isFound) { return Origins(isFound).include(integer); }

/// Is something for which `isFound` holds computed of the integer?
bool becomes(const Value &integer, function_ref<bool(const Use &)> isFound) {
  return leadsTo(
      integer, [&](const Value &next) { return any_of(next.uses(), isFound); },
      [](const Value &next, WalkList &work) {
        copy_if(next.users(), std::back_inserter(work),
                [](const User *user) { return passesBits(*user); });
      });
}

bool isMadeOfAddress(const Value &value) { return isa<PtrToIntOperator>(value); }

/// Functions are not memory: a pointer to a member is called, not followed.
bool becomesAddress(const Use &use) {
  const auto *cast = dyn_cast<IntToPtrInst>(use.getUser());
  return cast && any_of(cast->uses(), [](const Use &use) {
           const auto *call = dyn_cast<CallBase>(use.getUser());
           return !call || !call->isCallee(&use);
         });
}

bool isBitsOfFloat(const Value &value) {
  const auto *cast = dyn_cast<BitCastInst>(&value);
  return cast && cast->getSrcTy()->isFloatingPointTy() && cast->getType()->isIntegerTy();
}

bool becomesFloat(const Use &use) {
  const auto *cast = dyn_cast<BitCastInst>(use.getUser());
  return cast && cast->getType()->isFloatingPointTy() && cast->getSrcTy()->isIntegerTy();
}

/// Does an integer leave the function here: in its result, in memory, in a call?
bool leaves(const Use &use) {
  const User *user = use.getUser();
  if (const auto *store = dyn_cast<StoreInst>(user))
    return use.getOperandNo() == 0 && !isa<AllocaInst>(store->getPointerOperand());
  return isa<ReturnInst>(user) || (isa<CallBase>(user) && !isa<IntrinsicInst>(user));
}

} // namespace

bool WordHelpers::convertsWords(const Function &callee) {
  auto [entry, isNew] = known.try_emplace(&callee, false);
  if (!isNew)
    return entry->second;
  auto isEntering = [](const Value &value) { return isa<Argument, LoadInst, CallBase>(value); };
  auto converts = [&](const Instruction &at) {
    if (isMadeOfAddress(at))
      return at.getType()->isIntegerTy() && becomes(at, [&](const Use &use) {
               return leaves(use) && comesFrom(*use, isMadeOfAddress);
             });
    if (isBitsOfFloat(at))
      return becomes(at, leaves);
    if (isa<BitCastInst>(at))
      return becomesFloat(at.getOperandUse(0)) && comesFrom(*at.getOperand(0), isEntering);
    return isa<IntToPtrInst>(at) && becomesAddress(at.getOperandUse(0)) &&
           comesFrom(*at.getOperand(0), isEntering) &&
           !comesFrom(*at.getOperand(0), isMadeOfAddress);
  };
  bool result = any_of(instructions(callee), converts);
  return known[&callee] = result;
}

bool WordHelpers::movesWord(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() ||
      callee->getInstructionCount() > limits::instructionsOfWordHelper)
    return false;
  if (isOfIntegers(call.getType()) && becomes(call, becomesAddress))
    return true;
  if (any_of(call.args(), [](const Use &argument) {
        return isOfIntegers(argument->getType()) && comesFrom(*argument, isMadeOfAddress);
      }))
    return true;
  // What one of many functions does in memory must stay its own affair: the call may be none of it.
  bool takesWords = isOfIntegers(call.getType()) || any_of(call.args(), [](const Use &argument) {
                      return isOfIntegers(argument->getType());
                    });
  bool isOneOfMany = call.hasMetadata(candidateMark) && call.isNoInline();
  return (takesWords || !isOneOfMany) && convertsWords(*callee);
}

} // namespace enzyme
