//===- DeviceLimits.cpp ---------------------------------------------------===//
#include "pipeline/DeviceLimits.h"
#include "optimise/DeviceRuntime.h"
#include "report/Diagnostics.h"
#include "report/Refusal.h"
#include "request/Vocabulary.h"
#include "shadow/RuntimeCalls.h"
#include "shadow/ThreadSums.h"
#include "support/ReachedFunctions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

bool isOfRuntime(const GlobalValue &global) {
  return global.isDeclaration() && global.getName().starts_with(runtimePrefix);
}

bool mentions(const Instruction &at, function_ref<bool(const GlobalValue &)> isMeant) {
  return any_of(at.operands(), [&](const Use &operand) {
    auto *global = dyn_cast<GlobalValue>(operand->stripPointerCasts());
    return global && isMeant(*global);
  });
}

/// A function of the runtime that devices do not have.
bool lacksRuntime(const GlobalValue &global) {
  return isOfRuntime(global) && !isInDeviceRuntime(global.getName(), *global.getParent());
}

/// Of all that is given back later, devices know the memory of their own malloc.
bool needsOtherRuntime(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  return !(call && isDeferredOnDevice(*call)) && mentions(at, lacksRuntime);
}

/// A shadow that all threads share, or a variable that each would want for itself.
bool isVariableOfOurs(const GlobalValue &global) {
  auto *variable = dyn_cast<GlobalVariable>(&global);
  return variable && !variable->isConstant() && variable->getName().starts_with("enzyme.");
}

/// Waits for other threads, or exchanges values with them. Front ends call every function of a
/// device convergent, printf among them; operations of the processor are what they say.
bool meetsOtherThreads(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  if (!call || !call->isConvergent() || call->doesNotAccessMemory())
    return false;
  const Function *callee = call->getCalledFunction();
  return callee ? callee->isIntrinsic() : call->isInlineAsm(); // what pointers lead to is reached
}

/// Where other threads' adjoints come in between, the old value's adjoint depends on their order.
bool takesOldValue(const Instruction &at) {
  auto *update = dyn_cast<AtomicRMWInst>(&at);
  return update && update->isFloatingPointOperation() && !update->use_empty();
}

/// The functions of the runtime library that `functions` mention.
std::string runtimeNames(const SetVector<Function *> &functions) {
  SetVector<StringRef> names;
  for (Function *function : functions)
    for (const Instruction &at : instructions(*function))
      for (const Use &operand : at.operands())
        if (auto *global = dyn_cast<GlobalValue>(operand->stripPointerCasts());
            global && needsOtherRuntime(at) && lacksRuntime(*global))
          names.insert(global->getName());
  return join(names, ", ");
}

/// Derivatives mark where a tape begins if another function may go on with it. Without any
/// allocation the marks are of no use.
void dropIdleMarks(const SetVector<Function *> &functions) {
  SmallVector<CallBase *, 4> marks;
  for (Function *function : functions)
    for (Instruction &at : instructions(*function)) {
      auto *call = dyn_cast<CallBase>(&at);
      if (call && isTapeMark(*call))
        marks.push_back(call);
      else if (mentions(at, isOfRuntime))
        return;
    }
  for (CallBase *mark : marks)
    mark->eraseFromParent();
}

/// What is kept has to be handed on to each function that keeps more (optimise/DeviceRuntime.h).
bool keepsThroughPointer(const Instruction &at) {
  auto *call = dyn_cast<CallBase>(&at);
  return call && isTapeAllocation(*call) && at.getFunction()->hasAddressTaken();
}

struct Limit {
  const char *why;
  bool isOfReverse;
  bool (*isMet)(const Instruction &);
};

/// In the order in which they are said: a shadow of a variable needs the runtime, too.
constexpr Limit limits[] = {
    {"active values are written to variables of the file or the block, whose shadows threads would "
     "share",
     false, [](const Instruction &at) { return mentions(at, isVariableOfOurs); }},
    {"threads wait for each other, or exchange values, in what is differentiated", true,
     meetsOtherThreads},
    {"an atomic update gives the number before it, which depends on the order of threads", true,
     takesOldValue},
    {"a derivative that is called through a pointer keeps something", false, keepsThroughPointer},
    {"it needs a function of the runtime library that there is none of on devices: ", false,
     needsOtherRuntime},
};

} // namespace

void keepToDevice(Function &derivative, const Request &request, bool hasReverse,
                  Diagnostics &diagnostics) {
  SetVector<Function *> reached = reachedFunctions({&derivative});
  reached.remove_if([](Function *function) { return isThreadSum(*function); });
  dropIdleMarks(reached);
  for (const Limit &limit : limits) {
    bool isMet = any_of(
        reached, [&](Function *function) { return any_of(instructions(*function), limit.isMet); });
    if (!isMet || (limit.isOfReverse && !hasReverse))
      continue;
    std::string why = limit.why;
    if (&limit == std::prev(std::end(limits)))
      why += runtimeNames(reached);
    diagnostics.refuse(
        {MessageId::NotOnDevice, request.where, {readableName(*request.function), why}, {}});
    return;
  }
}

} // namespace enzyme
