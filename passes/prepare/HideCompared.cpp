//===- HideCompared.cpp - what compares equal is not the same --------------===//
//
// Problem: where a number was found equal to another, LLVM takes one for the other:
//
//     x == 1 ? x * x * x : y          becomes          x == 1 ? 1 : y
//
// The value is the same and the derivative is not. GVN does so behind branches and
// assumptions, InstCombine in a select, both also for the bits of a number in an integer
// (memcmp, too), and InstCombine makes equalities out of `x <= 1 && x >= 1`. Of the same kind:
// `x < 0 ? -x : x` becomes fabs, whose derivative at zero is not the one of the side taken.
//
// Here: while LLVM's passes run, comparisons look at their numbers through an arithmetic
// fence, an operation without cost that gives what it is given and that nothing looks
// through:
//
//     fcmp oeq (fence x), 1.0
//
// What is concluded from a comparison is concluded about the fenced number, which nothing else
// uses. Which integers are fenced is a matter of how they are made and used: those that are
// only counted, added or used as index keep what LLVM knows about them. Addresses are fenced where
// they are compared with a variable's: `x == work ? x[0] : y` reads by x, whose shadow is another.
//===----------------------------------------------------------------------===//
#include "prepare/HideCompared.h"
#include "limits/prepare.h"
#include "support/Fence.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// A value and what it is made of, or is used for, a step at a time; each is seen once.
struct Walk {
  explicit Walk(const Value *from) { add(from); }
  void add(const Value *value) {
    if (seen.insert(value).second)
      next.push_back(value);
  }
  const Value *take() { return next.empty() ? nullptr : next.pop_back_val(); }
  /// So much was seen that the answer is the careful one.
  bool isLong() const { return seen.size() > limits::stepsOfCompared; }

private:
  SmallVector<const Value *, 8> next;
  SmallPtrSet<const Value *, 8> seen;
};

/// No number that is active can be among what it is made of: counters, too.
bool isMadeOfConstants(const Value *number) {
  Walk walk(number);
  while (const Value *value = walk.take()) {
    if (walk.isLong())
      return false;
    if (isa<Constant, SIToFPInst, UIToFPInst>(value))
      continue;
    switch (Operator::getOpcode(value)) {
    case Instruction::PHI:
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FNeg:
      for (const Value *operand : cast<User>(value)->operand_values())
        walk.add(operand);
      break;
    default:
      return false;
    }
  }
  return true;
}

/// Is the integer `value`, which `user` uses, carried on as it is?
bool isMove(const Value &value, const User &user) {
  if (auto *store = dyn_cast<StoreInst>(&user))
    return store->getValueOperand() == &value;
  return isa<PHINode, SelectInst, BitCastInst, InsertValueInst, InsertElementInst, ReturnInst,
             CallBase>(user);
}

bool isPartOrWhole(const Value *value) {
  switch (Operator::getOpcode(value)) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::LShr:
  case Instruction::Shl:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Freeze:
    return true;
  default:
    return false;
  }
}

/// Is it, or a part of it, carried on?
bool isMoved(const Value &integer) {
  Walk walk(&integer);
  while (const Value *value = walk.take()) {
    if (walk.isLong())
      return true;
    if (!value->hasUseList()) // a constant
      continue;
    for (const User *user : value->users())
      if (isMove(*value, *user))
        return true;
      else if (isPartOrWhole(user))
        walk.add(user);
  }
  return false;
}

/// Its type in the source, or that of a variable of ours such as a loop's counter, says that it
/// is an integer. (Characters say nothing; nor does a load that stands for a comparison of
/// memory.)
bool isDeclaredInteger(const LoadInst &load) {
  auto *variable = dyn_cast<AllocaInst>(load.getPointerOperand());
  if (variable && variable->getAllocatedType() == load.getType())
    return true;
  const MDNode *tag = load.getMetadata(LLVMContext::MD_tbaa);
  if (!tag || tag->getNumOperands() < 2)
    return false;
  auto *access = dyn_cast<MDNode>(tag->getOperand(1));
  auto *name =
      access && access->getNumOperands() ? dyn_cast<MDString>(access->getOperand(0)) : nullptr;
  return name && !is_contained({"omnipotent char", "double", "float"}, name->getString());
}

/// Can the bits of an active number be in it, as far as its making tells?
bool comesFromBits(const Value &integer) {
  bool hasSource = false;
  Walk walk(&integer);
  while (const Value *value = walk.take()) {
    if (walk.isLong())
      return true;
    if (isa<Constant>(value))
      continue;
    if (isa<Argument, LoadInst, CallBase, BitCastInst, ExtractValueInst, ExtractElementInst>(value))
      hasSource = true;
    else if (isPartOrWhole(value) || isa<PHINode, SelectInst>(value))
      for (const Value *operand : cast<User>(value)->operand_values())
        walk.add(operand);
    else
      return false; // arithmetic: a number of its own
  }
  return hasSource;
}

bool mayBeBits(const Value &integer) {
  if (auto *load = dyn_cast<LoadInst>(&integer); load && !isDeclaredInteger(*load))
    return true;
  return comesFromBits(integer) && isMoved(integer);
}

/// Puts fences between what compares numbers and the numbers.
class Hiding {
public:
  explicit Hiding(Function &function) : function(function) {}

  bool run() {
    dropConstant();
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      hideIn(instruction);
    return hasChanged;
  }

private:
  /// What turned out constant need not be hidden: branches are decided by it.
  void dropConstant() {
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isFence(instruction) && isa<Constant>(instruction.getOperand(0))) {
        instruction.replaceAllUsesWith(instruction.getOperand(0));
        instruction.eraseFromParent();
        hasChanged = true;
      }
  }

  void hideIn(Instruction &instruction) {
    if (isa<FCmpInst>(instruction))
      hideNumbers(instruction, {0, 1});
    else if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
             call && call->getIntrinsicID() == Intrinsic::is_fpclass)
      hideNumbers(instruction, {0});
    else if (auto *compare = dyn_cast<ICmpInst>(&instruction); compare && compare->isEquality())
      compare->getOperand(0)->getType()->isPointerTy() ? hideAddress(*compare)
                                                       : hideBits(instruction, {0, 1});
    else if (isa<SwitchInst>(instruction))
      hideBits(instruction, {0});
  }

  void hideNumbers(Instruction &instruction, ArrayRef<unsigned> operands) {
    bool isConstant = all_of(operands, [&](unsigned i) {
      Value *operand = instruction.getOperand(i);
      return isMadeOfConstants(isFence(*operand) ? cast<User>(operand)->getOperand(0) : operand);
    });
    for (unsigned i : operands) {
      Value *operand = instruction.getOperand(i);
      if (isFence(*operand) && isConstant)
        replace(instruction, i, cast<User>(operand)->getOperand(0));
      else if (!isFence(*operand) && !isConstant && !isa<Constant>(operand))
        replace(instruction, i, fence(instruction, *operand));
    }
  }

  /// What is compared with them, a counter perhaps, is not an active number.
  void hideBits(Instruction &instruction, ArrayRef<unsigned> operands) {
    for (unsigned i : operands) {
      Value *operand = instruction.getOperand(i);
      if (!isa<Constant>(operand) && !isFence(*operand) && holdsBytes(*operand) &&
          mayBeBits(*operand))
        replace(instruction, i, fenceBits(instruction, *operand));
    }
  }

  /// What is found equal to a variable's address goes on by its own name, by which it has another
  /// shadow.
  void hideAddress(ICmpInst &compare) {
    for (unsigned i : {0, 1}) {
      Value *operand = compare.getOperand(i);
      const auto *variable =
          dyn_cast<GlobalVariable>(getUnderlyingObject(compare.getOperand(1 - i)));
      if (variable && !variable->isConstant() && !isa<Constant>(operand) && !isFence(*operand))
        replace(compare, i, fenceBits(compare, *operand));
    }
  }

  void replace(Instruction &instruction, unsigned operand, Value *by) {
    instruction.setOperand(operand, by);
    hasChanged = true;
  }

  static Value *fence(Instruction &before, Value &number) {
    IRBuilder<> builder(&before);
    CallInst *fence = builder.CreateUnaryIntrinsic(Intrinsic::arithmetic_fence, &number);
    fence->addFnAttr(Attribute::get(before.getContext(), comparedAttribute));
    return fence;
  }

  /// Integers as wide as a byte of a number, or some.
  static bool holdsBytes(const Value &integer) {
    constexpr unsigned narrowest = 8, widest = 128;
    unsigned bits = integer.getType()->isIntegerTy() ? integer.getType()->getIntegerBitWidth() : 0;
    return bits >= narrowest && bits <= widest;
  }

  /// There is no fence for integers and addresses: an undefined function, without effects.
  static Value *fenceBits(Instruction &before, Value &integer) {
    Type *type = integer.getType();
    std::string name = "enzyme.compared.";
    raw_string_ostream(name) << *type;
    FunctionCallee same = before.getModule()->getOrInsertFunction(name, type, type);
    auto &declared = *cast<Function>(same.getCallee());
    declared.setDoesNotAccessMemory();
    declared.setDoesNotThrow();
    declared.setWillReturn();
    declared.setSpeculatable();
    if (type->isPointerTy())
      declared.addParamAttr(0, Attribute::getWithCaptureInfo(
                                   type->getContext(), CaptureInfo(CaptureComponents::Address)));
    IRBuilder<> builder(&before);
    CallInst *fence = builder.CreateCall(same, {&integer});
    fence->addFnAttr(Attribute::get(before.getContext(), comparedAttribute));
    return fence;
  }

  Function &function;
  bool hasChanged = false;
};

} // namespace

bool hideCompared(Function &function) { return Hiding(function).run(); }

void revealCompared(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isFence(instruction)) {
      instruction.replaceAllUsesWith(instruction.getOperand(0));
      instruction.eraseFromParent();
    }
}

PreservedAnalyses HideComparedPass::run(Function &function, FunctionAnalysisManager &) {
  if (!hideCompared(function))
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace enzyme
