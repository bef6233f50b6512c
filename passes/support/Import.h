//===- Import.h - from the workshop into the user's module ----------------===//
//
// Problem: a derivative is made in a private copy of the program. When it moves
// to the user's module, what it refers to must be the user's: a static counter
// must stay one counter, a function that is there must not appear twice. What
// the user's module lacks must come along.
//
// Here: which name of one module means which of the other.
//   - What both have by name is the user's (also where the user's is -O0).
//   - Private things and those we made ("enzyme.*") are copied under fresh names,
//     unless other files are to share them.
//   - Functions the user's module lacks are copied as internal ones; variables
//     it lacks keep the linkage they had, so that objects still share them.
// Of debug information, lines alone come along, and only where the user's module has some
// (Lines.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SUPPORT_IMPORT_H
#define ENZYME_SUPPORT_IMPORT_H

#include "llvm/IR/Module.h"
#include <memory>

namespace enzyme {

/// Notes on `variable` the linkage it has now, before the workshop changes it.
void rememberLinkage(llvm::GlobalVariable &variable);
/// Whether functions were the file's own; an attribute would show in what is imported.
void rememberStatic(llvm::Function &function);
bool wasStatic(const llvm::Function &function);
/// What was noted, or the linkage it has.
llvm::GlobalValue::LinkageTypes rememberedLinkage(const llvm::GlobalVariable &variable);

/// Copies functions from one module to another of the same LLVMContext. One
/// object for all derivatives of a module, so that what two of them share is
/// copied once. Takes the debug locations off the functions it copies from.
class Importer {
public:
  /// Which module's structures those of the same name are.
  enum class Types { OfTarget, OfSource };
  /// New functions are compiled for what `model` is; for what the target's first
  /// function is, if that is null.
  Importer(llvm::Module &source, llvm::Module &target, const llvm::Function *model = nullptr,
           Types types = Types::OfTarget);
  ~Importer();

  /// The copy of `function` in the target, made with everything it needs.
  llvm::Function *import(llvm::Function &function);

private:
  class Worker;
  std::unique_ptr<Worker> worker;
};

/// One derivative alone.
llvm::Function *importDerivative(llvm::Function &derivative, llvm::Module &target);

} // namespace enzyme
#endif
