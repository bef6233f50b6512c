//===- TeamForm.cpp -------------------------------------------------------===//
#include "parallel/TeamForm.h"
#include "parallel/Constructs.h"
#include "parallel/Reductions.h"
#include "parallel/Sections.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace enzyme {
namespace {

/// What a function around a team, or one that a team runs, says to OpenMP's runtime stays: these
/// calls carry no derivative, and touch what they are given and memory of the runtime's.
void keepCall(CallInst &call, TeamCall what) {
  LLVMContext &context = call.getContext();
  call.addFnAttr(Attribute::get(context, "enzyme_inactive"));
  call.setDoesNotThrow();
  // A region is no question, even if nothing is done with its sums: the program may have said how
  // large its team is to be.
  bool isQuestion = (what == TeamCall::Zero && !call.hasFnAttr(ofRegion)) ||
                    what == TeamCall::ThreadNumber || what == TeamCall::TeamSize ||
                    what == TeamCall::LargestTeam;
  if (isQuestion)
    call.addFnAttr(Attribute::WillReturn);
  call.setMemoryEffects(isQuestion ? MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref)
                                   : MemoryEffects::inaccessibleOrArgMemOnly());
  for (unsigned i = 0; i != call.arg_size(); ++i)
    if (Value *given = call.getArgOperand(i); given->getType()->isPointerTy()) {
      call.addParamAttr(i, Attribute::getWithCaptureInfo(context, CaptureInfo::none()));
      auto *variable = dyn_cast<GlobalVariable>(given);
      if (variable && variable->isConstant()) // where it stands in the program
        call.addParamAttr(i, Attribute::ReadOnly);
    }
}

} // namespace

void waitFor(Instruction &at, StringRef forWhat) {
  IRBuilder<> builder(&at);
  FunctionCallee barrier = at.getModule()->getOrInsertFunction(forWhat, builder.getVoidTy());
  builder.CreateCall(barrier)->setDoesNotThrow();
}

/// The program has the lock if the answer says so.
static void holdIf(CallInst &test, bool isZeroYes) {
  IRBuilder<> builder(test.getNextNode());
  Value *zero = Constant::getNullValue(test.getType());
  Value *isHeld =
      builder.CreateICmp(isZeroYes ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE, &test, zero);
  Instruction *after = cast<Instruction>(isHeld)->getNextNode();
  holdLock(*SplitBlockAndInsertIfThen(isHeld, after->getIterator(), /*Unreachable=*/false),
           *test.getArgOperand(0));
}

/// What was not taken elsewhere is refused by name.
static bool hasNoForm(TeamCall call) {
  constexpr TeamCall others[] = {
      TeamCall::Fork,        TeamCall::ForkIf,   TeamCall::NewTask,
      TeamCall::Task,        TeamCall::TaskLoop, TeamCall::OwnSum,
      TeamCall::CopyPrivate, TeamCall::Nothing,  TeamCall::WaitDependences};
  return is_contained(others, call);
}

void bringIntoForm(Function &function, StringRef barrier) {
  SmallVector<CallInst *, 16> calls; // blocks fall apart
  for (Instruction &at : instructions(function))
    if (madeByCompiler(at) || askedByProgram(at))
      calls.push_back(cast<CallInst>(&at));
  for (CallInst *call : calls) {
    std::optional<TeamCall> what = madeByCompiler(*call);
    if (!what)
      what = askedByProgram(*call);
    if (hasNoForm(*what))
      continue;
    switch (*what) {
    case TeamCall::Reduce:
      if (isOneByOne(*call))
        enterSection(*call, *call->getArgOperand(6));
      call->replaceAllUsesWith(ConstantInt::get(call->getType(), isOneByOne(*call) ? 1 : 2));
      break;
    case TeamCall::EndReduce:
    case TeamCall::EndReduceWait:
      if (isOneByOne(*call))
        leaveSection(*call, *call->getArgOperand(2));
      if (*what == TeamCall::EndReduceWait)
        waitFor(*call, barrier);
      break;
    case TeamCall::Critical:
      if (isEndOfCritical(*call))
        leaveSection(*call, *call->getArgOperand(2));
      else
        enterSection(*call, *call->getArgOperand(2));
      break;
    case TeamCall::Ordered: // in the order of iterations, and one loop's after the other's
      enterSection(*call->getNextNode(), *lockOf(*function.getParent(), SectionKind::Ordered));
      keepCall(*call, *what);
      continue;
    case TeamCall::EndOrdered:
      leaveSection(*call, *lockOf(*function.getParent(), SectionKind::Ordered));
      keepCall(*call, *what);
      continue;
    case TeamCall::SetLock:
      holdLock(*call->getNextNode(), *call->getArgOperand(0));
      keepCall(*call, *what);
      continue;
    case TeamCall::UnsetLock:
      dropLock(*call, *call->getArgOperand(0));
      keepCall(*call, *what);
      continue;
    case TeamCall::TestLock:
    case TeamCall::TryMutex:
      keepCall(*call, *what);
      holdIf(*call, *what == TeamCall::TryMutex);
      continue;
    case TeamCall::Barrier:
      waitFor(*call, barrier);
      break;
    case TeamCall::TaskWait:
      waitFor(*call, teamTaskWait);
      break;
    case TeamCall::BeginGroup:
      waitFor(*call, teamGroup);
      break;
    case TeamCall::EndGroup:
      waitFor(*call, teamEndGroup);
      break;
    case TeamCall::Yield: // none has to
    case TeamCall::BeginInPlace:
    case TeamCall::EndInPlace: // Tasks.cpp
      break;
    default:
      keepCall(*call, *what);
      continue;
    }
    if (!call->getType()->isVoidTy())
      call->replaceAllUsesWith(Constant::getNullValue(call->getType()));
    call->eraseFromParent();
  }
}

/// Before it ends, does the thread touch memory that others may know, or wait for them, once more?
static bool goesOnBehind(const CallInst &barrier) {
  SmallVector<const Instruction *, 8> starts{barrier.getNextNode()};
  SmallPtrSet<const BasicBlock *, 8> seen;
  while (!starts.empty()) {
    const Instruction *start = starts.pop_back_val();
    for (const Instruction *at = start; at; at = at->getNextNode())
      if ((at->mayReadOrWriteMemory() || at->mayThrow()) && !at->isLifetimeStartOrEnd())
        return true;
    for (const BasicBlock *next : successors(start->getParent()))
      if (seen.insert(next).second)
        starts.push_back(&next->front());
  }
  return false;
}

bool dropLastBarriers(Function &region) {
  SmallVector<CallInst *, 4> barriers;
  for (Instruction &at : instructions(region))
    if (auto *call = dyn_cast<CallInst>(&at); call && calleeName(*call) == teamBarrier)
      barriers.push_back(call);
  bool isChanged = false;
  for (bool isMore = true; isMore;) {
    auto *last = find_if_not(barriers, [](CallInst *barrier) { return goesOnBehind(*barrier); });
    isMore = last != barriers.end();
    if (!isMore)
      continue;
    (*last)->eraseFromParent();
    barriers.erase(last);
    isChanged = true;
  }
  return isChanged;
}

} // namespace enzyme
