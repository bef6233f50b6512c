//===- Versions.cpp -------------------------------------------------------===//
//
//   target_clones    @f = ifunc, by @f.resolver    @f.avx2.0, @f.default.1
//   target           @f.ifunc, by @f.resolver      @f.avx2,   @f
//===----------------------------------------------------------------------===//
#include "support/Versions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace enzyme {

Function *defaultVersionOf(const GlobalIFunc &choice) {
  // const_cast: the functions beside a constant one may be asked for
  Module &module = *const_cast<Module *>(choice.getParent());
  StringRef name = choice.getName();
  bool isOfOneBody = !name.consume_back(".ifunc");
  const Function *resolver = choice.getResolverFunction();
  if (!resolver || resolver->getName() != (name + ".resolver").str())
    return nullptr;
  auto isCallable = [&](const Function &version) {
    return !version.isDeclaration() && version.getFunctionType() == choice.getValueType();
  };
  if (!isOfOneBody) {
    Function *version = module.getFunction(name);
    return version && isCallable(*version) ? version : nullptr;
  }
  for (Function &version : module) {
    StringRef suffix = version.getName();
    unsigned number;
    if (suffix.consume_front(name) && suffix.consume_front(".default") && isCallable(version) &&
        (suffix.empty() || (suffix.consume_front(".") && !suffix.getAsInteger(10, number))))
      return &version;
  }
  return nullptr;
}

Value *isAnyVersionOf(IRBuilderBase &builder, Value *pointer, Function &version) {
  Value *is = builder.CreateICmpEQ(pointer, &version);
  for (GlobalIFunc &choice : version.getParent()->ifuncs())
    if (defaultVersionOf(choice) == &version)
      is = builder.CreateOr(is, builder.CreateICmpEQ(pointer, &choice));
  return is;
}

void callDefaultVersions(Module &workshop) {
  if (workshop.ifunc_empty())
    return;
  for (Function &function : workshop)
    for (Instruction &at : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&at);
      auto *choice =
          call ? dyn_cast<GlobalIFunc>(call->getCalledOperand()->stripPointerCastsAndAliases())
               : nullptr;
      if (Function *version = choice ? defaultVersionOf(*choice) : nullptr)
        call->setCalledOperand(version);
    }
}

} // namespace enzyme
