//===- DropProperties.cpp --------------------------------------------------------===//
#include "prepare/DropProperties.h"
#include "rules/Facts.h"
#include "support/Mutation.h"
#include "llvm/IR/AttributeMask.h"

using namespace llvm;

namespace enzyme {
namespace {

AttributeList withoutProperties(AttributeList list, LLVMContext &context) {
  AttributeMask ofResult, ofParameter, ofFunction;
  for (auto kind :
       {Attribute::NonNull, Attribute::Dereferenceable, Attribute::DereferenceableOrNull,
        Attribute::Range, Attribute::Alignment, Attribute::NoFPClass, Attribute::NoUndef})
    ofResult.addAttribute(kind);
  for (auto kind : {Attribute::Returned, Attribute::Initializes, Attribute::DeadOnUnwind})
    ofParameter.addAttribute(kind);
  for (auto kind :
       {Attribute::NoReturn, Attribute::WillReturn, Attribute::Memory, Attribute::Speculatable})
    ofFunction.addAttribute(kind);
  list = list.removeRetAttributes(context, ofResult).removeFnAttributes(context, ofFunction);
  for (unsigned i : list.indexes())
    if (i >= AttributeList::FirstArgIndex && i != unsigned(AttributeList::FunctionIndex))
      list = list.removeParamAttributes(context, i - AttributeList::FirstArgIndex, ofParameter);
  return list;
}

} // namespace

void dropProperties(Function &function) {
  function.setAttributes(withoutProperties(function.getAttributes(), function.getContext()));
}

void dropProperties(CallBase &call) {
  call.setAttributes(withoutProperties(call.getAttributes(), call.getContext()));
}

void dropDistinctness(Module &workshop) {
  auto isOfLibrary = [](const User *user) {
    auto *call = dyn_cast<CallBase>(user);
    return call && allocatorFact(*call);
  };
  for (Function &function : workshop) {
    bool isOfProgram =
        !function.isDeclaration() && !function.hasFnAttribute(facts::allocatorAttribute);
    bool isKept = function.isIntrinsic() || (!isOfProgram && any_of(function.users(), isOfLibrary));
    if (isKept || mutation::breaks("distinct"))
      continue;
    function.removeRetAttr(Attribute::NoAlias);
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledOperand() == &function)
        call->removeRetAttr(Attribute::NoAlias);
  }
}

} // namespace enzyme
