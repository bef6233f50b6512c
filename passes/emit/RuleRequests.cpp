//===- RuleRequests.cpp ---------------------------------------------------===//
#include "emit/RuleRequests.h"
#include "emit/Emit.h"
#include "emit/GlobalShadows.h"
#include "request/RewriteCall.h"
#include "request/Vocabulary.h"
#include "shadow/RuntimeCalls.h"
#include "support/ReachedFunctions.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace enzyme {
namespace {

bool asksForDerivatives(const Function &callee) {
  return isOpenRequest(callee) || startsFromZero(callee) ||
         (callee.isDeclaration() && familyOf(callee.getName()));
}

/// May the call come to a request? Code in other files may do anything.
bool mayAsk(const CallBase &call) {
  Function *rule = call.getCalledFunction();
  if (!rule)
    return true;
  if (rule->isIntrinsic() || rule->getName().starts_with(runtimePrefix))
    return false;
  if (rule->isDeclaration())
    return true;
  return any_of(reachedFunctions({rule}), [](Function *reached) {
    return any_of(instructions(*reached), [](const Instruction &at) {
      auto *inner = dyn_cast<CallBase>(&at);
      return inner && inner->getCalledFunction() && asksForDerivatives(*inner->getCalledFunction());
    });
  });
}

} // namespace

void announceRule(Function &emitted) {
  bool asks = any_of(instructions(emitted), [](const Instruction &at) {
    auto *call = dyn_cast<CallBase>(&at);
    return call && mayAsk(*call);
  });
  if (!asks)
    return;
  RuntimeCalls runtime(*emitted.getParent());
  IRBuilder<> entry(&*emitted.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  runtime.enterRule(entry);
  for (BasicBlock &block : emitted)
    if (auto *exit = dyn_cast<ReturnInst>(block.getTerminator())) {
      IRBuilder<> builder(exit);
      runtime.leaveRule(builder);
    }
  addCleanup(emitted, [&](IRBuilderBase &builder) { runtime.leaveRule(builder); });
}

} // namespace enzyme
