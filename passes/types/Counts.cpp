//===- Counts.cpp - integers that are no bits of numbers, by their use ------===//
#include "types/Counts.h"
#include "limits/types.h"
#include "rules/Facts.h"
#include "rules/openmp/TeamCalls.h"
#include "support/Fence.h"
#include "support/Mutation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What is made of the integer.
struct Made {
  const Value *value;
  bool isScaled = false;  ///< multiplied: no difference of two addresses
  bool isProduct = false; ///< by another integer, without overflow
};

/// Where the program runs into nonsense if the integer is a number's bits.
class Uses {
public:
  explicit Uses(const Value &integer)
      : made{{&integer}}, isNarrow(!integer.getType()->isIntegerTy(64)) {
    for (unsigned i = 0; i != made.size() && i < limits::valuesOfCount; ++i)
      for (const Use &use : Made(made[i]).value->uses())
        visit(use, made[i]);
    if (isProductAllocated)
      telling.insert_range(comparing);
  }

  /// None lies between `at` and the end of its block, or the other way round.
  bool isInBlock(const Instruction &at, bool isBehind) const {
    return any_of(telling, [&](const Instruction *use) {
      return use->getParent() == at.getParent() &&
             (isBehind ? at.comesBefore(use) : use->comesBefore(&at));
    });
  }
  bool isIn(const BasicBlock &block) const {
    return any_of(telling, [&](const Instruction *use) { return use->getParent() == &block; });
  }
  bool any() const { return !telling.empty(); }

private:
  SmallVector<Made, 16> made;
  SmallPtrSet<const Instruction *, 8> telling;
  SmallVector<const Instruction *, 4> comparing; ///< branches that look at a product
  bool isProductAllocated = false;               ///< … of which a block is allocated elsewhere
  const bool isNarrow; ///< the bits of a float may be an index: only what is declared tells

  void add(const Value &value, Made like) {
    like.value = &value;
    made.push_back(like);
  }
  void visit(const Use &use, Made from);
  void visitArithmetic(const BinaryOperator &sum, const Value &other, Made from);
  void visitAddress(const GetElementPtrInst &address, const Made &from);
  void visitCall(const CallBase &call, const Use &use, const Made &from);
  void visitCompared(const Value &condition);
};

/// Distances of addresses are added to addresses, too: they are integers of which the shadow's are
/// others. What is multiplied is none of them.
void Uses::visitArithmetic(const BinaryOperator &sum, const Value &other, Made from) {
  const auto *constant = dyn_cast<ConstantInt>(&other);
  switch (sum.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    if (constant || from.isScaled)
      add(sum, from);
    break;
  case Instruction::Shl:
    if (!constant || &other != sum.getOperand(1) || constant->isZero())
      break;
    from.isScaled = true;
    add(sum, from);
    break;
  case Instruction::Mul:
    if (constant && constant->getValue().abs().ult(2))
      break;
    from.isScaled = true;
    from.isProduct |= !constant && (sum.hasNoSignedWrap() || sum.hasNoUnsignedWrap());
    add(sum, from);
    break;
  default:
    break;
  }
}

/// An address is nothing until memory is accessed there: optimisers make addresses ahead.
void Uses::visitAddress(const GetElementPtrInst &address, const Made &from) {
  uint64_t element = address.getNumIndices() == 1 && address.getSourceElementType()->isSized()
                         ? address.getDataLayout().getTypeAllocSize(address.getSourceElementType())
                         : 0;
  const Value *base = address.getPointerOperand();
  if (isNarrow || (element < 2 && !from.isScaled) ||
      (isa<Constant>(base) && !isa<GlobalVariable>(base)))
    return;
  SmallSetVector<const Value *, 8> places;
  places.insert(&address);
  for (unsigned i = 0; i != places.size() && i < limits::valuesOfCount; ++i)
    for (const User *user : places[i]->users())
      if (isa<GetElementPtrInst>(user))
        places.insert(user);
      else if (getLoadStorePointerOperand(user) == places[i])
        telling.insert(cast<Instruction>(user));
}

void Uses::visitCall(const CallBase &call, const Use &use, const Made &from) {
  if (!call.isArgOperand(&use))
    return;
  int argument = call.getArgOperandNo(&use);
  const auto *fills = dyn_cast<MemIntrinsic>(&call);
  auto fact = allocatorFact(call);
  const Function *callee = call.getCalledFunction();
  if (callee && teamCallIn(teamRows, call, callee->getName())) // a bound of a loop
    telling.insert(&call);
  else if (isNarrow)
    return;
  else if ((fills && use.get() == fills->getLength()) ||
           (fact && (argument == fact->sizeArgument || argument == fact->countArgument))) {
    telling.insert(&call);
    isProductAllocated |= from.isProduct;
  }
}

/// A product that overflows is no value, by which no branch can be taken.
void Uses::visitCompared(const Value &condition) {
  for (const User *user : condition.users())
    if (isa<BranchInst>(user))
      comparing.push_back(cast<Instruction>(user));
}

void Uses::visit(const Use &use, Made from) {
  const auto *user = dyn_cast<Instruction>(use.getUser());
  if (!user)
    return;
  if (const auto *sum = dyn_cast<BinaryOperator>(user))
    visitArithmetic(*sum, *sum->getOperand(1 - use.getOperandNo()), from);
  else if (isa<SExtInst, ZExtInst>(user) || isFence(*user))
    add(*user, from);
  else if (const auto *address = dyn_cast<GetElementPtrInst>(user))
    visitAddress(*address, from);
  else if (const auto *call = dyn_cast<CallBase>(user))
    visitCall(*call, use, from);
  else if (isa<ICmpInst>(user) && from.isProduct && !isNarrow)
    visitCompared(*user);
}

/// The block in which a value begins to be.
const BasicBlock *birthplace(const Value &value) {
  if (const auto *made = dyn_cast<Instruction>(&value))
    return made->getParent();
  const auto *parameter = dyn_cast<Argument>(&value);
  return parameter ? &parameter->getParent()->getEntryBlock() : nullptr;
}

/// Does every way from `at` to where the integer is made meet a use, or every way on from `at`?
/// (Ways that end without returning count as met: nothing is differentiated there.)
bool isMet(const Uses &uses, const Instruction &at, const BasicBlock &birth, bool isBehind) {
  if (uses.isInBlock(at, isBehind))
    return true;
  SmallSetVector<const BasicBlock *, 16> ways;
  auto goOn = [&](const BasicBlock &block) {
    if (isBehind)
      ways.insert_range(successors(&block));
    else
      ways.insert_range(predecessors(&block));
  };
  if (!isBehind && at.getParent() == &birth)
    return false;
  if (isBehind && isa<ReturnInst, ResumeInst>(at.getParent()->getTerminator()))
    return false;
  goOn(*at.getParent());
  for (unsigned i = 0; i != ways.size(); ++i) {
    const BasicBlock &block = *ways[i];
    bool isEnd = &block == &birth ||
                 (isBehind && succ_empty(&block) && !isa<UnreachableInst>(block.getTerminator()));
    // On the way on, the block where the integer is made makes another one.
    if (uses.isIn(block) && !(isBehind && &block == &birth))
      continue;
    if (isEnd || i > limits::blocksOfCount)
      return false;
    goOn(block);
  }
  return true;
}

} // namespace

bool isCount(const Value &integer, const Instruction &at) {
  const BasicBlock *birth = birthplace(integer);
  if (!birth || !(integer.getType()->isIntegerTy(64) || integer.getType()->isIntegerTy(32)))
    return false;
  if (mutation::breaks("types.count", at))
    return true;
  Uses uses(integer);
  return uses.any() && (isMet(uses, at, *birth, /*isBehind=*/false) ||
                        isMet(uses, at, *birth, /*isBehind=*/true));
}

} // namespace enzyme
