//===- CallAttributes.h - what a call says of its function ------*- C++ -*-===//
#ifndef ENZYME_SUPPORT_CALLATTRIBUTES_H
#define ENZYME_SUPPORT_CALLATTRIBUTES_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// How a call of `callee` hands over arguments and takes the result. What holds for the function
/// itself stays there: some of its attributes mean nothing at a call.
inline llvm::AttributeList callAttributes(const llvm::Function &callee) {
  llvm::AttributeList all = callee.getAttributes();
  llvm::SmallVector<llvm::AttributeSet, 16> parameters;
  for (unsigned i = 0; i < callee.arg_size(); ++i)
    parameters.push_back(all.getParamAttrs(i));
  return llvm::AttributeList::get(callee.getContext(), llvm::AttributeSet(), all.getRetAttrs(),
                                  parameters);
}

} // namespace enzyme
#endif
