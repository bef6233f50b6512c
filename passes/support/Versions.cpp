//===- Versions.cpp -------------------------------------------------------===//
//
//   target_clones    @f = ifunc, by @f.resolver    @f.avx2.0, @f.default.1
//   target           @f.ifunc, by @f.resolver      @f.avx2,   @f
//===----------------------------------------------------------------------===//
#include "support/Versions.h"

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

void chooseDefaultVersions(Module &workshop) {
  for (GlobalIFunc &choice : workshop.ifuncs())
    if (Function *version = defaultVersionOf(choice))
      choice.replaceAllUsesWith(version);
}

} // namespace enzyme
