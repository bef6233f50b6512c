//===- Spelling.h - every spelling of a function's name ------------------===//
//
// sin, sinf, sinl, sinf128, llvm.sin.v4f32, llvm.experimental.constrained.sin.f64,
// __sin_finite, __nv_sinf, __ocml_sin_f64 are one function. This file takes a
// symbol apart into a canonical name and the precision that the spelling implies.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_SPELLING_H
#define ENZYME_RULES_SPELLING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Type.h"
#include <string>

namespace enzyme {

/// What a spelling says about the floating type of the call.
enum class Precision { Any, Half, BFloat, Float, Double, LongDouble, Quad };

bool fits(Precision precision, const llvm::Type &scalar);

struct Spelling {
  llvm::StringRef name; ///< canonical, or "" when it cannot be a known function
  Precision precision = Precision::Any;
  bool isOpcode = false;    ///< a constrained intrinsic of an instruction
  bool hasTrailing = false; ///< operands after the function's own (constrained)
};

/// The ways to read `symbol`, most literal first: "erff" is "erff" or "erf" + f.
llvm::SmallVector<Spelling, 4> readSymbol(llvm::StringRef symbol);

/// Without the tags by which inline functions of libc++ name its version and how it is hardened
/// (`B9nqe220108`: the letters say how, the digits which version).
std::string withoutVersionTag(llvm::StringRef mangled);

} // namespace enzyme
#endif
