//===- ByValue.cpp ---------------------------------------------------------===//
#include "prepare/ByValue.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace enzyme {

void copyByValueParameters(Function &function) {
  for (Argument &parameter : function.args()) {
    Type *type = parameter.getParamByValType();
    if (!type)
      continue;
    IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    IRBuilder<> entry(&*function.getEntryBlock().begin());
    AllocaInst *copy = entry.CreateAlloca(type, nullptr, parameter.getName() + ".copy");
    Align align = parameter.getParamAlign().valueOrOne();
    copy->setAlignment(std::max(align, copy->getAlign()));
    parameter.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, copy->getAlign(), &parameter, align,
                         function.getDataLayout().getTypeAllocSize(type));
    function.removeParamAttr(parameter.getArgNo(), Attribute::ByVal);
  }
}

} // namespace enzyme
