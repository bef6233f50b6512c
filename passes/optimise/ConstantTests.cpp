//===- ConstantTests.cpp - whether memory is constant, asked once ------------===//
//
// Problem: a pointer that may be its own shadow leads to constant memory then, to which nothing is
// added. So a sum behind it is a branch,
//
//     for (k = n; k-- > 0;)
//       if (p != shadow) shadow[k] += a * x[k];
//
// and LLVM makes no vectors of a loop with a branch around its stores. At -O2 it does not take
// the branch out of the loop, either.
//
// Here: an innermost loop that asks whether two addresses are the same which do not change in it
// is copied: one for each answer. The branch is gone from both. A loop that asks more, of several
// arrays or of one array's shadows in several lanes, is copied for the case that all memory is
// active. The runtime is not asked there, either, whether what is written has a shadow:
//
//     enzyme_rt_written(p + k, shadow + k, …)         of which p == shadow is the question
//
// Where the runtime is asked, memory is the program's, and what a loop only reads may well be
// constant (masses, and the velocities that they give). Of that, the copy's lanes need only agree,
// and one of them is asked. Loops over memory of the derivative's own are all active or seldom run:
// there, one more choice costs more than it brings.
//===----------------------------------------------------------------------===//
#include "limits/optimise.h"
#include "optimise/LoopCopy.h"
#include "optimise/Optimise.h"
#include "support/Ablation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace enzyme {
namespace {

/// The comparison, if `condition` is one of two addresses which do not change in the loop.
ICmpInst *comparedAhead(Value *condition, const Loop &loop) {
  auto *compared = dyn_cast<ICmpInst>(condition);
  bool isAsked = compared && compared->isEquality() &&
                 compared->getOperand(0)->getType()->isPointerTy() &&
                 loop.isLoopInvariant(compared);
  return isAsked ? compared : nullptr;
}

bool asksTheSame(const BranchInst &branch, const Loop &loop) {
  return branch.isConditional() && comparedAhead(branch.getCondition(), loop);
}

/// Nothing where no branch asks so, or where the loop is too long to be copied.
BranchInst *askingBranch(const Loop &loop) {
  BranchInst *asking = nullptr;
  unsigned size = 0;
  for (BasicBlock *block : loop.blocks()) {
    size += block->size();
    auto *branch = dyn_cast<BranchInst>(block->getTerminator());
    if (!asking && branch && !loop.isLoopExiting(block) && asksTheSame(*branch, loop))
      asking = branch;
  }
  return size <= limits::instructionsOfAskingLoop ? asking : nullptr;
}

constexpr unsigned instructionsOfQuestion = 32; // of a longer loop a question is a small part

/// A pointer and its shadow: does it lead to constant memory?
using Pair = std::pair<Value *, Value *>;

/// A call that asks whether what it writes to has a shadow.
bool asksWhatIsWritten(const Instruction &at) {
  auto *call = dyn_cast<CallInst>(&at);
  const Function *called = call ? call->getCalledFunction() : nullptr;
  // structure: allow names, because this is the runtime's own
  return called && called->getName() == "enzyme_rt_written" && call->arg_size() == 3;
}

/// Two pointers that are the same distance away from two addresses are the same where these are.
/// Null where they go other ways, or from addresses that the loop changes.
Pair beginOf(Value *pointer, Value *shadow, const Loop &loop) {
  auto isStepOf = [](const GetElementPtrInst *step, const GetElementPtrInst *twin) {
    return step && twin && step->getSourceElementType() == twin->getSourceElementType() &&
           equal(step->indices(), twin->indices(),
                 [](const Use &one, const Use &other) { return one.get() == other.get(); });
  };
  auto *step = dyn_cast<GetElementPtrInst>(pointer), *twin = dyn_cast<GetElementPtrInst>(shadow);
  while (isStepOf(step, twin)) {
    pointer = step->getPointerOperand(), shadow = twin->getPointerOperand();
    step = dyn_cast<GetElementPtrInst>(pointer), twin = dyn_cast<GetElementPtrInst>(shadow);
  }
  return loop.isLoopInvariant(pointer) && loop.isLoopInvariant(shadow) ? Pair(pointer, shadow)
                                                                       : Pair();
}

/// All that a loop asks.
struct Questions {
  SmallSetVector<ICmpInst *, 16> compared;
  SmallPtrSet<ICmpInst *, 4> branches; ///< those of branches
  SmallSetVector<Pair, 8> written;     ///< what the runtime is asked about
  SmallVector<CallInst *, 8> calls;    ///< which ask it
  unsigned times = 0, size = 0;        ///< branches and choices; instructions

  explicit Questions(const Loop &loop) {
    for (BasicBlock *block : loop.blocks()) {
      size += block->size();
      for (Instruction &at : *block)
        take(at, loop);
    }
  }
  bool areMany() const {
    return compared.size() > limits::questionsOfALoop && size <= limits::instructionsOfActiveLoop &&
           size <= times * instructionsOfQuestion && !ablation::leavesOut("active");
  }

private:
  void take(Instruction &at, const Loop &loop) {
    if (asksWhatIsWritten(at)) {
      auto &call = cast<CallInst>(at);
      Pair begin = beginOf(call.getArgOperand(0), call.getArgOperand(1), loop);
      if (!begin.first)
        return;
      written.insert(begin);
      calls.push_back(&call);
    }
    auto *branch = dyn_cast<BranchInst>(&at);
    auto *choice = dyn_cast<SelectInst>(&at);
    bool mayAsk =
        choice || (branch && branch->isConditional() && !loop.isLoopExiting(at.getParent()));
    ICmpInst *asked =
        mayAsk ? comparedAhead(choice ? choice->getCondition() : branch->getCondition(), loop)
               : nullptr;
    if (!asked)
      return;
    compared.insert(asked);
    if (branch)
      branches.insert(asked);
    ++times;
  }
};

/// Of the two ways of `branch` one is taken.
void decide(BranchInst &branch, bool answer) {
  branch.setCondition(ConstantInt::getBool(branch.getContext(), answer));
  ConstantFoldTerminator(branch.getParent());
}

/// The header of the copy.
BasicBlock *addCopy(Loop &loop, BranchInst &asking, Analyses &analyses) {
  auto answer = [&](IRBuilder<> &builder) {
    // A loop that never comes to the branch may have no answer.
    return builder.CreateFreeze(asking.getCondition(), "are.same");
  };
  ValueToValueMapTy copies;
  copyLoop(loop, ".same", analyses, answer, copies);
  Value *condition = asking.getCondition(); // others may ask the same
  SmallVector<BranchInst *, 4> alike;
  for (BasicBlock *block : loop.blocks())
    if (auto *branch = dyn_cast<BranchInst>(block->getTerminator()))
      if (branch->isConditional() && branch->getCondition() == condition &&
          !loop.isLoopExiting(block))
        alike.push_back(branch);
  for (BranchInst *branch : alike) {
    decide(*cast<BranchInst>(copies.lookup(branch)), true);
    decide(*branch, false);
  }
  return cast<BasicBlock>(copies.lookup(loop.getHeader()));
}

/// What is known of the answers in a copy, which a condition ahead of it makes sure of.
class KnownAnswers {
public:
  explicit KnownAnswers(const Questions &questions) : questions(questions) {
    if (questions.written.empty())
      return;
    for (ICmpInst *compared : questions.compared)
      if (!isOfWritten(*compared))
        ofReads[compared->getOperand(0)].push_back(compared);
  }

  /// Ahead of the loop: what is written is active, and lanes agree about what is only read.
  Value *condition(IRBuilder<> &builder) {
    Value *isOther = builder.getFalse();
    for (ICmpInst *compared : questions.compared)
      if (!isOfLanes(*compared))
        isOther = builder.CreateOr(isOther, isSame(builder, *compared));
    for (auto [pointer, shadow] : questions.written)
      isOther =
          builder.CreateOr(isOther, builder.CreateFreeze(builder.CreateICmpEQ(pointer, shadow)));
    for (auto &[pointer, lanes] : ofReads) {
      if (lanes.size() == 1)
        continue;
      Value *first = isSame(builder, *lanes.front());
      Value *isDifferent = builder.CreateNot(first);
      for (ICmpInst *lane : lanes) {
        if (lane != lanes.front())
          isOther = builder.CreateOr(isOther, builder.CreateXor(first, isSame(builder, *lane)));
        agreed[lane] = lane->getPredicate() == ICmpInst::ICMP_EQ ? first : isDifferent;
      }
    }
    return builder.CreateNot(isOther, "are.active");
  }

  Value *answerOf(ICmpInst &compared) const {
    if (Value *answer = agreed.lookup(&compared))
      return answer;
    return ConstantInt::getBool(compared.getContext(),
                                compared.getPredicate() == ICmpInst::ICMP_NE);
  }

private:
  bool isOfWritten(ICmpInst &compared) const {
    Value *one = compared.getOperand(0), *other = compared.getOperand(1);
    return questions.branches.contains(&compared) || questions.written.contains({one, other}) ||
           questions.written.contains({other, one});
  }

  bool isOfLanes(ICmpInst &compared) const {
    auto found = ofReads.find(compared.getOperand(0));
    return found != ofReads.end() && found->second.size() > 1 &&
           is_contained(found->second, &compared);
  }

  /// The loop may never ask, and then there may be no answer.
  static Value *isSame(IRBuilder<> &builder, ICmpInst &compared) {
    Value *answer = builder.CreateFreeze(&compared);
    return compared.getPredicate() == ICmpInst::ICMP_EQ ? answer : builder.CreateNot(answer);
  }

  const Questions &questions;
  MapVector<Value *, SmallVector<ICmpInst *, 8>> ofReads; ///< by the pointer: one for each lane
  DenseMap<ICmpInst *, Value *> agreed;
};

void answerIn(BasicBlock &block, const Questions &questions, const KnownAnswers &answers) {
  for (Instruction &at : make_early_inc_range(block)) {
    for (Use &use : at.operands())
      if (auto *compared = dyn_cast<ICmpInst>(use);
          compared && questions.compared.contains(compared))
        use.set(answers.answerOf(*compared));
    auto *choice = dyn_cast<SelectInst>(&at);
    auto *answer = choice ? dyn_cast<ConstantInt>(choice->getCondition()) : nullptr;
    if (!answer)
      continue;
    choice->replaceAllUsesWith(answer->isOne() ? choice->getTrueValue() : choice->getFalseValue());
    choice->eraseFromParent();
  }
  ConstantFoldTerminator(&block);
}

/// The numbers that `last` collects in a vector, all of them chosen by one condition from zero and
/// another number: <C ? 0 : a, C ? 0 : b, …>
struct ChosenAlike {
  explicit ChosenAlike(InsertElementInst &last) {
    auto *type = dyn_cast<FixedVectorType>(last.getType());
    if (!type)
      return;
    SmallVector<Value *, 8> found(type->getNumElements());
    Value *vector = &last;
    while (auto *insert = dyn_cast<InsertElementInst>(vector)) {
      auto *index = dyn_cast<ConstantInt>(insert->getOperand(2));
      auto *choice = dyn_cast<SelectInst>(insert->getOperand(1));
      if (!index || index->uge(found.size()) || found[index->getZExtValue()] || !choice ||
          (condition && choice->getCondition() != condition) || !isZero(choice->getTrueValue()))
        return;
      condition = choice->getCondition();
      found[index->getZExtValue()] = choice->getFalseValue();
      vector = insert->getOperand(0);
    }
    if (isa<PoisonValue>(vector) && !is_contained(found, nullptr))
      numbers = std::move(found);
  }

  Value *condition = nullptr;
  SmallVector<Value *, 8> numbers; ///< none if it is otherwise

private:
  static bool isZero(const Value *value) {
    auto *constant = dyn_cast<Constant>(value);
    return constant && constant->isNullValue();
  }
};

/// C ? <0, 0, …> : <a, b, …>
void chooseTogether(BasicBlock &block) {
  SmallVector<WeakTrackingVH, 8> unused;
  for (Instruction &at : block) {
    auto *last = dyn_cast<InsertElementInst>(&at);
    if (!last)
      continue;
    ChosenAlike chosen(*last);
    if (chosen.numbers.empty())
      continue;
    IRBuilder<> builder(last);
    Value *vector = PoisonValue::get(last->getType());
    for (auto [lane, number] : enumerate(chosen.numbers))
      vector = builder.CreateInsertElement(vector, number, uint64_t(lane));
    last->replaceAllUsesWith(
        builder.CreateSelect(chosen.condition, Constant::getNullValue(last->getType()), vector));
    unused.push_back(last);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
}

/// The loop again for the case that all memory that it writes is active.
void addActiveCopy(Loop &loop, const Questions &questions, Analyses &analyses) {
  SmallVector<BasicBlock *, 16> blocks(loop.blocks());
  KnownAnswers answers(questions);
  auto areActive = [&](IRBuilder<> &builder) { return answers.condition(builder); };
  ValueToValueMapTy copies;
  copyLoop(loop, ".active", analyses, areActive, copies);
  for (CallInst *call : questions.calls)
    cast<Instruction>(copies.lookup(call))->eraseFromParent();
  for (BasicBlock *original : blocks) {
    auto &copy = *cast<BasicBlock>(copies.lookup(original));
    answerIn(copy, questions, answers);
    chooseTogether(copy);
  }
}

} // namespace

bool askOnceWhatIsConstant(Function &function) {
  bool isChanged = false;
  DenseMap<const BasicBlock *, unsigned> asked; // by the loop's header
  SmallPtrSet<const BasicBlock *, 8> haveActiveCopy;
  // One at a time: what is known of a function is forgotten when it changes.
  for (bool isFound = true; isFound;) {
    isFound = false;
    Analyses analyses(function);
    for (Loop *loop : analyses.loopInfo().getLoopsInPreorder()) {
      if (!loop->isInnermost())
        continue;
      BasicBlock *header = loop->getHeader();
      Questions questions(*loop);
      bool hasActiveCopy = haveActiveCopy.contains(header);
      bool areMany = questions.areMany() && !hasActiveCopy;
      bool mayAsk = asked[header] < limits::questionsOfALoop &&
                    !(hasActiveCopy && questions.branches.size() > limits::questionsOfALoop);
      BranchInst *asking = mayAsk ? askingBranch(*loop) : nullptr;
      if (!areMany && !asking)
        continue;
      // Copies have their ways out in common.
      simplifyLoop(loop, &analyses.dominators(), &analyses.loopInfo(), nullptr, nullptr, nullptr,
                   /*PreserveLCSSA=*/false);
      if (!mayBeCopied(*loop))
        continue;
      if (areMany) {
        haveActiveCopy.insert(header);
        addActiveCopy(*loop, questions, analyses);
      } else {
        unsigned times = ++asked[header];
        BasicBlock *copy = addCopy(*loop, *asking, analyses);
        asked[copy] = times;
        if (haveActiveCopy.contains(header))
          haveActiveCopy.insert(copy);
      }
      isFound = isChanged = true;
      break;
    }
  }
  if (isChanged)
    removeUnreachableBlocks(function);
  return isChanged;
}

} // namespace enzyme
