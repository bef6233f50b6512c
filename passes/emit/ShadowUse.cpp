//===- ShadowUse.cpp -----------------------------------------------------===//
#include "emit/ShadowUse.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace enzyme {
namespace {

class UseReader {
public:
  /// Is `value` without effect?
  bool isIdle(const Value &value) {
    if (!seen.insert(&value).second)
      return true;
    return all_of(value.uses(), [&](const Use &use) { return isIdleUse(use); });
  }

private:
  bool isIdleUse(const Use &use) {
    auto *user = dyn_cast<Instruction>(use.getUser());
    if (!user || user->isTerminator())
      return false;
    if (auto *call = dyn_cast<CallBase>(user))
      return isIdleArgument(*call, use);
    auto *load = dyn_cast<LoadInst>(user);
    bool isPlain = !user->mayHaveSideEffects() && (!load || load->isSimple());
    return isPlain && isIdle(*user);
  }

  /// Another half that depends on it as little; or a variable's lifetime.
  bool isIdleArgument(const CallBase &call, const Use &use) {
    if (call.isLifetimeStartOrEnd())
      return true;
    const Function *callee = call.getCalledFunction();
    if (!callee || callee->isDeclaration() || !call.isArgOperand(&use))
      return false;
    unsigned number = call.getArgOperandNo(&use);
    return number < callee->arg_size() && isIdle(*callee->getArg(number));
  }

  SmallPtrSet<const Value *, 32> seen;
};

} // namespace

bool ignoresShadows(const Function &augmented, const Signature &signature) {
  UseReader reader;
  return !signature.shadowResult && all_of(signature.shadowParameter, [&](const auto &shadow) {
    return !shadow || reader.isIdle(*augmented.getArg(*shadow));
  });
}

} // namespace enzyme
