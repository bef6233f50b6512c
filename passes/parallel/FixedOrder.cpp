//===- FixedOrder.cpp -----------------------------------------------------===//
//
// Source: openmp/runtime/src/kmp.h of LLVM 22 (enum sched_type).
//===----------------------------------------------------------------------===//
#include "parallel/FixedOrder.h"
#include "parallel/Constructs.h"
#include "request/Vocabulary.h"
#include "rules/openmp/TeamCalls.h"
#include "support/ReachedFunctions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

/// Kinds of schedules, in a number whose highest bits are modifiers.
constexpr uint64_t kindBits = 0x1fffffff;
enum Schedule : uint64_t { Chunks = 33, Blocks = 34, FirstOther = 35, LastOther = 38 };
/// The same of loops with ordered sections: so much more.
constexpr uint64_t ofOrdered = 32;

/// The kind that gives a loop's iterations to the same threads each time. Chunks of a dynamic loop
/// go round, as they more or less do anyway.
uint64_t fixedKind(uint64_t kind) {
  uint64_t base = kind >= FirstOther + ofOrdered ? ofOrdered : 0;
  if (kind < base + FirstOther || kind > base + LastOther)
    return kind;
  return base + (kind == base + FirstOther ? Chunks : Blocks);
}

void fixSchedule(CallInst &begin) {
  Value *schedule = begin.getArgOperand(2);
  IRBuilder<> builder(&begin);
  Type *type = schedule->getType();
  auto *known = dyn_cast<ConstantInt>(schedule);
  // What the program chooses in the run is one of those that are fixed.
  uint64_t kind = known ? fixedKind(known->getZExtValue() & kindBits) : uint64_t(Blocks);
  begin.setArgOperand(2, ConstantInt::get(type, kind));
}

void callInstead(CallInst &call, StringRef name) {
  call.setCalledFunction(call.getModule()->getOrInsertFunction(name, call.getFunctionType()));
}

std::string ofAccess(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (callee && callee->getName() == nameOf(Runtime::PullRaw))
    return "sums of numbers that are moved as bytes";
  if (auto *update = dyn_cast<AtomicRMWInst>(&at)) {
    if (update->isFloatingPointOperation())
      return "sums that its threads share";
    return update->use_empty() ? "" : "atomic updates whose results are used";
  }
  return at.isAtomic() && !isa<FenceInst>(at) ? "atomic accesses" : "";
}

/// Derivatives have others instead.
std::string ofCall(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  if (!callee)
    return "";
  if (isTaskCall(*call))
    return "tasks";
  return isTeamLock(*callee) ? "sections of a lock" : "";
}

} // namespace

void fixShares(Module &module) {
  for (Function &function : module)
    for (Instruction &at : make_early_inc_range(instructions(function))) {
      std::optional<TeamCall> what = madeByCompiler(at);
      if (!what)
        continue;
      auto &call = cast<CallInst>(at);
      if (*what == TeamCall::BeginDispatch)
        fixSchedule(call);
      else if (calleeName(call) == singleCall)
        callInstead(call, masterCall);
      else if (calleeName(call) == endSingleCall)
        callInstead(call, endMasterCall);
    }
}

std::string dependenceOnOrder(Function &region, ArrayRef<Function *> derivatives) {
  SmallVector<Function *, 4> all(derivatives);
  all.push_back(&region);
  constexpr const char *order = ", taken in the order in which they come";
  for (const Function *reached : reachedFunctions(all))
    for (const Instruction &at : instructions(*reached))
      if (std::string what = ofAccess(at); !what.empty())
        return what + order;
  for (const Function *reached : reachedFunctions({&region}))
    for (const Instruction &at : instructions(*reached))
      if (std::string what = ofCall(at); !what.empty())
        return what + order;
  return "";
}

} // namespace enzyme
