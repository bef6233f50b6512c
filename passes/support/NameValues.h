//===- NameValues.h - names in printed states -------------------*- C++ -*-===//
#ifndef ENZYME_SUPPORT_NAMEVALUES_H
#define ENZYME_SUPPORT_NAMEVALUES_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// Names for values that have none, so that printed states can be read.
void nameValues(llvm::Function &function);

} // namespace enzyme
#endif
