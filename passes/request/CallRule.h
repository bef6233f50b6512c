//===- CallRule.h - calling a function of a user's rule -------------------===//
//
// The C ABI hides results behind pointers and packs floats into vectors. Code
// that emits a call of a user's rule need not know.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_CALLRULE_H
#define ENZYME_REQUEST_CALLRULE_H

#include "request/ParseGlobals.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// Calls rule.function at `builder`. `arguments`: one per IR parameter, without
/// the hidden result pointer. Returns the result, loaded if it was hidden.
llvm::Value *callRule(llvm::IRBuilderBase &builder, const RuleFunction &rule,
                      llvm::ArrayRef<llvm::Value *> arguments);

/// Writes `value` to memory, number by number.
void storeLeaves(llvm::IRBuilderBase &builder, llvm::Value *value, llvm::Value *memory);

/// One value of what callRule returned.
llvm::Value *ruleResult(llvm::IRBuilderBase &builder, llvm::Value *called,
                        const RuleResult &result);

} // namespace enzyme
#endif
