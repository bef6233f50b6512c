//===- Distances.cpp - how far apart two addresses lie ---------------------===//
//
// Problem: p = q + (b - a) leads from one object to another. Relative pointers are kept so in
// memory; every size of a std::vector is a difference of two pointers as well.
//
// Here: which differences may become part of an address elsewhere. A number that is only
// compared, allocated, hashed or printed is not one.
//===----------------------------------------------------------------------===//
#include "types/Distances.h"
#include "limits/types.h"
#include "rules/Facts.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {

/// The distance of two addresses that may lie in two objects.
bool isBetweenObjects(const BinaryOperator &at) {
  const auto *to = dyn_cast<PtrToIntInst>(at.getOperand(0)),
             *from = dyn_cast<PtrToIntInst>(at.getOperand(1));
  return at.getOpcode() == Instruction::Sub && to && from &&
         getUnderlyingObject(to->getPointerOperand()) !=
             getUnderlyingObject(from->getPointerOperand());
}

/// Sums and multiples of distances; what hashes or masks make of one is not a distance.
bool keepsDistance(const Instruction &at) {
  if (at.isShift() || at.getOpcode() == Instruction::SDiv)
    return isa<Constant>(at.getOperand(1)) &&
           (at.getOpcode() == Instruction::Shl || cast<PossiblyExactOperator>(at).isExact());
  return isa<SExtInst, ZExtInst, TruncInst, FreezeInst>(at) ||
         is_contained({Instruction::Add, Instruction::Sub, Instruction::Mul}, at.getOpcode());
}

/// Does the use of a difference make nothing that leads to memory?
static bool isOfNumber(const Use &use) {
  const auto *user = cast<Instruction>(use.getUser());
  if (isa<ICmpInst, SIToFPInst, UIToFPInst, SwitchInst>(user))
    return true;
  constexpr uint64_t page = 4096, signBit = 63;
  const auto *constant =
      isa<BinaryOperator>(user) ? dyn_cast<ConstantInt>(user->getOperand(1)) : nullptr;
  if (constant &&
      is_contained({Instruction::And, Instruction::URem, Instruction::SRem}, user->getOpcode()))
    return constant->getValue().ult(page); // a hash, a test of alignment
  if (constant && is_contained({Instruction::LShr, Instruction::AShr}, user->getOpcode()))
    return constant->equalsInt(signBit); // which lies before
  const auto *call = dyn_cast<CallBase>(user);
  if (!call || !call->isArgOperand(&use))
    return false;
  int argument = call->getArgOperandNo(&use);
  if (auto fact = allocatorFact(*call))
    return argument == fact->sizeArgument || argument == fact->countArgument;
  if (auto fact = deallocatorFact(*call))
    return argument == fact->sizeArgument;
  if (isa<MemIntrinsic>(call))
    return true;
  return calleeEffect(*call) != CalleeEffect::Unknown || isa<AssumeInst>(call);
}

namespace {

/// Follows a difference to where it may become part of an address.
class Escapes {
public:
  Escapes(const Instruction &difference, bool isMirrored, const TypeResults &types) : types(types) {
    add(difference, isMirrored, nullptr);
  }

  BlocksHandingOn blocks() {
    BlocksHandingOn found;
    for (size_t i = 0; i != work.size(); ++i) // work grows
      for (auto [value, isNear, chosenIn] = work[i]; const Use &use : value->uses())
        if (escapes(use, isNear, chosenIn))
          found.insert(chosenIn ? chosenIn : cast<Instruction>(use.getUser())->getParent());
    return found;
  }

private:
  struct Part {
    const Instruction *value;
    unsigned isNear; ///< with how many instructions distanceOfShadows finds it, from a sum; 0: not
    const BasicBlock *chosenIn; ///< behind a phi: where that was decided; null: not behind one
  };
  SmallVector<Part, 8> work;
  SmallDenseSet<std::pair<const Instruction *, const BasicBlock *>, 8> seen;
  const TypeResults &types;

  void add(const Instruction &value, unsigned isNear, const BasicBlock *chosenIn) {
    if (seen.insert({&value, chosenIn}).second)
      work.push_back({&value, isNear, chosenIn});
  }

  bool escapes(const Use &use, unsigned isNear, const BasicBlock *chosenIn) {
    const auto *user = cast<Instruction>(use.getUser());
    if (isOfNumber(use))
      return false;
    bool isSum = is_contained({Instruction::Add, Instruction::Sub}, user->getOpcode()) &&
                 types.carriesPointer(*user->getOperand(1 - use.getOperandNo()));
    if (isSum || isa<GetElementPtrInst>(user))
      return !isNear;
    if (isa<PHINode, SelectInst, IntrinsicInst>(user) && user->getType()->isIntegerTy()) {
      const auto *phi = dyn_cast<PHINode>(user);
      add(*user, 0, phi && !chosenIn ? phi->getIncomingBlock(use) : chosenIn);
      return false;
    }
    bool isArithmetic =
        isa<BinaryOperator, CastInst, FreezeInst>(user) && user->getType()->isIntegerTy();
    if (!isArithmetic)
      return true;
    bool staysNear = isNear && isNear < limits::depthOfDistance && keepsDistance(*user);
    add(*user, staysNear ? isNear + 1 : 0, chosenIn);
    return false;
  }
};

} // namespace

/// The address that `value` puts at one end of a distance; null: it is not one. Other bits of it,
/// and -1 - p, which stands in (q - p) - 1.
static Value *addressIn(Value *value) {
  for (;;) {
    if (auto *cast = dyn_cast<PtrToIntInst>(value))
      return cast->getPointerOperand();
    Value *inner;
    if (isa<TruncInst, ZExtInst, SExtInst, FreezeInst>(value))
      value = cast<Instruction>(value)->getOperand(0);
    else if (match(value, m_Not(m_Value(inner))))
      value = inner;
    else
      return value->getType()->isIntegerTy(64) ? value : nullptr;
  }
}

std::optional<std::pair<Value *, Value *>> endsOfDistance(BinaryOperator &at) {
  Value *to = at.getOperand(0), *from = at.getOperand(1);
  bool isSum = at.getOpcode() == Instruction::Add;
  if (isSum && match(to, m_Not(m_Value())))
    std::swap(to, from);
  if (isSum ? !match(from, m_Not(m_Value())) : at.getOpcode() != Instruction::Sub)
    return std::nullopt;
  to = addressIn(to), from = addressIn(from);
  if (!to || !from || isa<Constant>(to) || isa<ConstantInt>(from))
    return std::nullopt;
  bool isOfOne = to->getType()->isPointerTy() && from->getType()->isPointerTy() &&
                 getUnderlyingObject(to) == getUnderlyingObject(from);
  return isOfOne ? std::nullopt : std::optional(std::pair(to, from));
}

const SelectInst *choiceOf(const BinaryOperator &difference) {
  const SelectInst *choice = nullptr;
  for (const Use &use : difference.uses()) {
    if (isOfNumber(use))
      continue;
    const auto *select = dyn_cast<SelectInst>(use.getUser());
    if (!select || choice || use.get() == select->getCondition())
      return nullptr;
    choice = select;
  }
  return choice;
}

BlocksHandingOn blocksHandingOn(const Instruction &difference, bool isMirrored,
                                const TypeResults &types) {
  bool isAddress = types.carriesPointer(difference); // p - (p & 63)
  return isAddress ? BlocksHandingOn() : Escapes(difference, isMirrored, types).blocks();
}

} // namespace enzyme
