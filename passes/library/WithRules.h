//===- WithRules.h - bodies that have rules of their own --------------------===//
//
// Problem: calls of some libraries become calls of C code of ours, and that code is made of
// functions whose derivatives are written down. Each comes with the functions of its
// rule (request/BlasRules.h), found by name: X.augmented, X.reverse, X.forward. X.plain is what
// calls of X become when all derivatives exist.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LIBRARY_WITHRULES_H
#define ENZYME_LIBRARY_WITHRULES_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>
#include <string>

namespace enzyme {

/// Does the program itself say what the call is? `keep` are the functions that it names.
bool isNamedByProgram(const llvm::CallBase &call, llvm::ArrayRef<llvm::Function *> keep);

/// How the texts name what stands for a function of the library, and the steps that have rules.
inline constexpr llvm::StringLiteral bodyInText = "enzyme_body_", stepInText = "enzyme_step_";

/// Such a name in the workshop: a body's is `family` and the function's, a step's is `family`,
/// the library's own `prefix`, and parts between dots, which tell its rules apart. None: another.
std::optional<std::string> nameOfBody(llvm::StringRef inText, llvm::StringRef family,
                                      llvm::StringRef prefix);

/// Copies a body, what it calls and all their rules. All of it is added to `roots`.
llvm::Function *takeWithRules(llvm::Function &body, llvm::Module &workshop,
                              llvm::SmallVectorImpl<llvm::Function *> &roots);

/// From now on another body, which calls of it disappear in: an empty block, so far.
void emptyBody(llvm::Function &function);
void finishBody(llvm::IRBuilder<> &builder, llvm::Value *result);

/// It calls its `.plain` from now on, if there is one.
void callPlain(llvm::Function &function);

} // namespace enzyme
#endif
