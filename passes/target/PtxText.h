//===- PtxText.h - the text of assembly in PTX ------------------*- C++ -*-===//
#ifndef ENZYME_TARGET_PTXTEXT_H
#define ENZYME_TARGET_PTXTEXT_H

#include "llvm/IR/Instructions.h"
#include <optional>
#include <string>

namespace enzyme {

/// `ld.global.v2.f64 {$0,$1},[$2]`: the name, and the operands without blanks.
struct PtxInstruction {
  std::string name, operands;
};

/// The instruction that an assembly consists of, in a block or not. Nothing if there are several.
std::optional<PtxInstruction> ptxInstructionOf(const llvm::CallInst &call);

/// `$first,…`, so many.
std::string ptxOperands(unsigned first, unsigned count);

/// The same as one operand: `{$first,…}` of several.
std::string ptxVector(unsigned first, unsigned count);

/// f16, bf16, two of them (f16x2), f32 and f64; null for another name.
llvm::Type *ptxNumber(llvm::StringRef name, llvm::LLVMContext &context);

/// Words of 32 and 64 bits; null for another name.
llvm::Type *ptxWord(llvm::StringRef name, llvm::LLVMContext &context);

} // namespace enzyme
#endif
