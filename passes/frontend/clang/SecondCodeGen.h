//===- SecondCodeGen.h - the pristine module from the same AST -------------===//
//
// Problem: what clang hands to the pass pipeline depends on the user's -O, -g
// and sanitizers, and at -O0 lacks what types need (TBAA, debug info).
//
// Here: the AST is generated into IR a second time with settings of our own,
// always the same, into a context of its own.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_CLANG_SECONDCODEGEN_H
#define ENZYME_FRONTEND_CLANG_SECONDCODEGEN_H

#include "frontend/FrontendRecord.h"
#include "clang/AST/ASTConsumer.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class CompilerInstance;
} // namespace clang

namespace enzyme {

/// What the pristine module is for: derivatives are made now, or its code is carried
/// for a link that may never ask for it, which must cost little.
enum class PristineUse { Now, Maybe };

/// Generates the module: `replay` hands the consumer every callback clang's own
/// code generator got, between Initialize and HandleTranslationUnit. Fills in the
/// record's bitcode and names; no bitcode when the module would not be valid.
void generatePristine(clang::CompilerInstance &compiler, llvm::StringRef file, PristineUse use,
                      llvm::function_ref<void(clang::ASTConsumer &)> replay,
                      FrontendRecord &record);

} // namespace enzyme
#endif
