//===- SharedGuards.cpp - products that one comparison guards -----------------===//
//
// Problem: an adjoint that is exactly zero stays zero in all products it goes into
//
//   select(d != 0, d · a, 0),  select(d != 0, d · b, 0), …
//
// Where several numbers or vectors are chosen by one comparison of numbers, LLVM's code generator
// for processors with mask registers makes a condition of it, in five operations on general
// registers (ucomisd, setne, setp, or, kmovd), and a mask of that. (Where only one number is
// chosen, it compares into a mask. Without mask registers it branches, which costs little where
// adjoints are rarely zero.)
//
// Here: at the end of the pipeline, the comparison becomes one of vectors of which only the first
// number counts, and what is chosen by it an `and` with its bits: the same bits as before. Where
// vectors are chosen, all their lanes compare.
//===----------------------------------------------------------------------===//
#include "optimise/Optimise.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace enzyme {
namespace {

constexpr unsigned bitsOfVector = 128;

bool hasMaskRegisters(const Function &function) {
  SmallVector<StringRef, 32> features;
  function.getFnAttribute("target-features").getValueAsString().split(features, ',');
  return function.getParent()->getTargetTriple().isX86() && is_contained(features, "+avx512vl");
}

/// What is chosen where the number is not zero, and where it is.
struct Choice {
  Value *otherwise, *whereZero;
};
Choice armsOf(SelectInst &choice, const FCmpInst &compare) {
  bool isUnequal = compare.getPredicate() == FCmpInst::FCMP_UNE;
  return isUnequal ? Choice{choice.getTrueValue(), choice.getFalseValue()}
                   : Choice{choice.getFalseValue(), choice.getTrueValue()};
}

bool isWithZero(const FCmpInst &compare) {
  FCmpInst::Predicate predicate = compare.getPredicate();
  const Type *type = compare.getOperand(0)->getType();
  return (predicate == FCmpInst::FCMP_UNE || predicate == FCmpInst::FCMP_OEQ) &&
         (type->isDoubleTy() || type->isFloatTy()) && match(compare.getOperand(1), m_AnyZeroFP());
}

/// What asks for the condition, and can do with a mask.
struct Uses {
  SmallVector<SelectInst *, 4> numbers;      ///< those that are zero where the compared one is
  SmallVector<SelectInst *, 2> vectors;      ///< whole ones are chosen
  SmallVector<ShuffleVectorInst *, 2> lanes; ///< the condition once for each lane
};

Uses usesOf(FCmpInst &compare) {
  Uses uses;
  for (User *user : compare.users()) {
    if (auto *choice = dyn_cast<SelectInst>(user)) {
      if (isa<FixedVectorType>(choice->getType()))
        uses.vectors.push_back(choice);
      else if (choice->getType() == compare.getOperand(0)->getType() &&
               match(armsOf(*choice, compare).whereZero, m_PosZeroFP()))
        uses.numbers.push_back(choice);
    } else if (match(user, m_InsertElt(m_Value(), m_Specific(&compare), m_ZeroInt())))
      for (User *all : user->users())
        if (auto *lanes = dyn_cast<ShuffleVectorInst>(all);
            lanes && isa<FixedVectorType>(all->getType()) && lanes->isZeroEltSplat() &&
            lanes->getOperand(0) == user)
          uses.lanes.push_back(lanes);
  }
  return uses;
}

/// The comparison in `count` lanes, of which each asks the same.
Value *inLanes(IRBuilderBase &builder, const FCmpInst &compare, unsigned count) {
  Value *number = builder.CreateVectorSplat(count, compare.getOperand(0));
  return builder.CreateFCmp(compare.getPredicate(), number,
                            Constant::getNullValue(number->getType()));
}

void maskNumbers(FCmpInst &compare, ArrayRef<SelectInst *> choices) {
  Value *number = compare.getOperand(0);
  unsigned bits = number->getType()->getScalarSizeInBits();
  auto *numbers = FixedVectorType::get(number->getType(), bitsOfVector / bits);
  auto *words = VectorType::getInteger(numbers);
  IRBuilder<> builder(&compare);
  auto first = [&](Value *value) {
    return builder.CreateInsertElement(PoisonValue::get(numbers), value, uint64_t(0));
  };
  Value *isOther = builder.CreateFCmpUNE(first(number), Constant::getNullValue(numbers));
  Value *mask = builder.CreateSExt(isOther, words, "guard.mask");
  for (SelectInst *choice : choices) {
    builder.SetInsertPoint(choice);
    Value *chosen = armsOf(*choice, compare).otherwise;
    if (!isGuaranteedNotToBeUndefOrPoison(chosen)) // a choice does not look at what it leaves
      chosen = builder.CreateFreeze(chosen);
    Value *masked = builder.CreateAnd(builder.CreateBitCast(first(chosen), words), mask);
    Value *result =
        builder.CreateExtractElement(builder.CreateBitCast(masked, numbers), uint64_t(0));
    result->takeName(choice);
    choice->replaceAllUsesWith(result);
    choice->eraseFromParent();
  }
}

/// True if it asks for a mask now. One number alone compares into a mask without us.
bool mask(FCmpInst &compare) {
  Uses uses = usesOf(compare);
  for (SelectInst *choice : uses.vectors) {
    IRBuilder<> builder(choice);
    choice->setCondition(
        inLanes(builder, compare, cast<FixedVectorType>(choice->getType())->getNumElements()));
  }
  for (ShuffleVectorInst *lanes : uses.lanes) {
    IRBuilder<> builder(lanes);
    lanes->replaceAllUsesWith(inLanes(builder, compare, lanes->getShuffleMask().size()));
  }
  bool isShared = uses.numbers.size() > 1;
  if (isShared)
    maskNumbers(compare, uses.numbers);
  return isShared || !uses.vectors.empty() || !uses.lanes.empty();
}

bool hasDerivatives(const Module &module) {
  const NamedMDNode *idents = module.getNamedMetadata("llvm.ident");
  return idents && any_of(idents->operands(), [](const MDNode *ident) {
           auto *text =
               ident->getNumOperands() ? dyn_cast<MDString>(ident->getOperand(0)) : nullptr;
           return text && text->getString() == derivativesNote;
         });
}

} // namespace

PreservedAnalyses MaskSharedGuards::run(Function &function, FunctionAnalysisManager &) {
  if (!hasMaskRegisters(function) || !(isOfAllModules || hasDerivatives(*function.getParent())))
    return PreservedAnalyses::all();
  SmallVector<FCmpInst *, 16> compares;
  for (Instruction &at : instructions(function))
    if (auto *compare = dyn_cast<FCmpInst>(&at); compare && isWithZero(*compare))
      compares.push_back(compare);
  bool isChanged = false;
  for (FCmpInst *compare : compares)
    isChanged |= mask(*compare);
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace enzyme
