//===- FrontendRecord.h - what the AST half leaves for the pass half ------===//
//
// Problem: one shared object is loaded by clang twice over, as AST plugin and as
// pass plugin. The AST half knows the source (it generates the pristine module
// and can report at the user's line); the pass half, run later in the same
// process, is handed nothing but an llvm::Module.
//
// Here: the note the first leaves for the second, found by the module's
// identifier. Without an AST (opt, .ll input, Fortran) there is no note.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_FRONTENDRECORD_H
#define ENZYME_FRONTEND_FRONTENDRECORD_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace clang {
class DiagnosticsEngine;
class SourceManager;
} // namespace clang

namespace enzyme {

struct FrontendRecord {
  /// Bitcode of the pristine module; empty when it could not be generated.
  llvm::SmallVector<char, 0> bitcode;
  /// The compiler's own diagnostics; they outlive the pass pipeline.
  clang::DiagnosticsEngine *diagnostics = nullptr;
};

/// Leaves `record` for the module of that identifier, replacing an older one.
void leaveRecord(llvm::StringRef moduleIdentifier, FrontendRecord record);

/// The record left for that identifier, or null.
const FrontendRecord *recordFor(llvm::StringRef moduleIdentifier);

} // namespace enzyme
#endif
