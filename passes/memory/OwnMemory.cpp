//===- OwnMemory.cpp --------------------------------------------------------===//
#include "memory/OwnMemory.h"
#include "memory/Writes.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "support/Mutation.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace enzyme {
namespace {

class OwnMemory {
public:
  /// Does `at` change only what the function made itself, if anything?
  bool isOwnBusiness(const Instruction &at) {
    if (!at.mayWriteToMemory())
      return true;
    if (auto *store = dyn_cast<StoreInst>(&at))
      return store->isSimple() && isOwn(*store->getPointerOperand());
    auto *call = dyn_cast<CallBase>(&at);
    return call && ((allocatorFact(*call) && isOutside(*call)) || isOwnCall(*call));
  }

private:
  /// The program's own allocators keep books that others of its functions may read.
  static bool isOutside(const CallBase &call) {
    const Function *callee = call.getCalledFunction();
    return callee && callee->isDeclaration();
  }

  bool isOwnCall(const CallBase &call) {
    if (auto fact = deallocatorFact(call))
      return isOutside(call) && isOwn(*call.getArgOperand(fact->pointerArgument));
    MemoryEffects effects = call.getMemoryEffects()
                                .getWithoutLoc(IRMemLocation::InaccessibleMem)
                                .getWithoutLoc(IRMemLocation::ErrnoMem);
    if (effects.onlyReadsMemory())
      return true;
    auto isHarmless = [&](const Use &argument) {
      return !argument->getType()->isPtrOrPtrVectorTy() ||
             call.onlyReadsMemory(call.getArgOperandNo(&argument)) ||
             (argument->getType()->isPointerTy() && isOwn(*argument));
    };
    bool isVolatile = isa<MemIntrinsic>(call) && cast<MemIntrinsic>(call).isVolatile();
    MemoryEffects behindArguments = MemoryEffects::readOnly() | MemoryEffects::argMemOnly();
    return !isVolatile && (effects & behindArguments) == effects && all_of(call.args(), isHarmless);
  }

  bool isOwn(const Value &pointer) {
    return all_of(objectsOf(pointer), [&](const Value *object) {
      if (isa<Argument>(object))
        return false;
      auto [answer, isNew] = known.try_emplace(object, false);
      if (isNew)
        answer->second = isUnsharedObject(*object);
      return answer->second;
    });
  }

  DenseMap<const Value *, bool> known;
};

} // namespace

PreservedAnalyses OwnMemoryPass::run(Function &function, FunctionAnalysisManager &) {
  MemoryEffects visible = MemoryEffects::readOnly() | MemoryEffects::inaccessibleMemOnly() |
                          MemoryEffects::errnoMemOnly();
  MemoryEffects before = function.getMemoryEffects(), narrower = before & visible;
  OwnMemory own;
  if (narrower == before || !function.hasExactDefinition() ||
      !(all_of(instructions(function),
               [&](const Instruction &at) { return own.isOwnBusiness(at); }) ||
        mutation::breaks("own-memory")))
    return PreservedAnalyses::all();
  function.setMemoryEffects(narrower);
  return PreservedAnalyses::all();
}

} // namespace enzyme
