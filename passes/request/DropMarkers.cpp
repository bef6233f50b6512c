//===- DropMarkers.cpp - nothing of the vocabulary reaches the linker -------===//
//
// Registrations have been read: they are erased, so that a header may hold one
// without defining it twice. Words have no calls left. Markers that unoptimised
// code still copies to local variables get a value, which is never looked at.
//===----------------------------------------------------------------------===//
#include "request/RewriteCall.h"
#include "request/VirtualReverse.h"
#include "request/Vocabulary.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace enzyme {

void dropWords(Module &module) {
  replaceVirtualReverse(module);
  removeFromUsedLists(module, [](Constant *constant) {
    return registrationOf(constant->stripPointerCasts()->getName()).has_value();
  });
  for (GlobalVariable &global : make_early_inc_range(module.globals())) {
    global.removeDeadConstantUsers();
    bool isRegistration = registrationOf(global.getName()).has_value();
    bool isMarker = markerOf(writtenVariable(global.getName())) && global.isDeclaration();
    if ((isRegistration || isMarker) && global.use_empty()) {
      global.eraseFromParent();
    } else if (isMarker) {
      global.setInitializer(Constant::getNullValue(global.getValueType()));
      global.setLinkage(GlobalValue::InternalLinkage);
    }
  }
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && function.use_empty() && familyOf(function.getName()))
      function.eraseFromParent();
}

} // namespace enzyme
