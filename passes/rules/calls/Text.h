//===- Text.h - functions of the C++ library's strings ---------*- C++ -*-===//
#ifndef ENZYME_RULES_CALLS_TEXT_H
#define ENZYME_RULES_CALLS_TEXT_H

#include "llvm/IR/Function.h"

namespace enzyme {

/// A function of the library's strings, which has code in the headers.
bool isTextFunction(const llvm::Function &function);

} // namespace enzyme
#endif
