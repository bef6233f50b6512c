//===- Meetings.cpp ---------------------------------------------------------===//
#include "rules/gpu/Meetings.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace enzyme {

Function *declareWait(Module &module, const Twine &name, FunctionType *type) {
  auto *wait = cast<Function>(module.getOrInsertFunction(name.str(), type).getCallee());
  wait->setConvergent(); // what it does to memory is not said: others write meanwhile
  wait->setDoesNotThrow();
  return wait;
}

Function *declareShuffle(Module &module, StringRef how, Type *type) {
  auto *word = Type::getInt32Ty(module.getContext());
  std::string name;
  raw_string_ostream(name) << meetings::shuffle << how << '.' << *type;
  auto *functionType = FunctionType::get(type, {word, type, word, word}, false);
  auto *shuffle = cast<Function>(module.getOrInsertFunction(name, functionType).getCallee());
  shuffle->setConvergent();
  shuffle->setDoesNotThrow();
  shuffle->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  return shuffle;
}

} // namespace enzyme
