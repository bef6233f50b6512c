//===- PointerBits.h - pointers that are looked at as bits -----------------===//
#ifndef ENZYME_BITS_POINTERBITS_H
#define ENZYME_BITS_POINTERBITS_H

#include "llvm/IR/PassManager.h"

namespace enzyme {

/// Pointers that are not used as pointers become integers: those that were loaded, made
/// of integers, or chosen among such.
///
///     bitcast (ptrtoint (load ptr, p)) to double     bitcast (load i64, p) to double
///     store ptr (inttoptr i64 bits), q               store i64 bits, q
///
/// Integers that were loaded and are used as pointers become pointers:
///
///     inttoptr (load i64, p)                         load ptr, p
struct PointerBitsPass : llvm::PassInfoMixin<PointerBitsPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

/// The latter once more, and where such an integer loses a tag in its low bits first (LLVM's own
/// passes would turn it back):
///
///     inttoptr (and (load i64, p), -16)              inttoptr (and (ptrtoint (load ptr, p)), -16)
void loadAddresses(llvm::Function &function);

/// Addresses of variables that are integers, `(uintptr_t)&variable`, become instructions: LLVM
/// folds them into constants, and constants say nothing of what they are.
void spellOutAddresses(llvm::Function &function);

} // namespace enzyme
#endif
