//===- Truncate.h - functions in a smaller format -------------------------===//
#ifndef ENZYME_TRANSFORM_TRUNCATE_H
#define ENZYME_TRANSFORM_TRUNCATE_H

#include "report/Diagnostics.h"
#include "transform/FormatBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace enzyme {

/// Truncated copies of functions of one module, each made once.
class TruncatedFunctions {
public:
  TruncatedFunctions(llvm::Module &module, const Truncation &truncation)
      : module(module), truncation(truncation), formats(module, truncation) {}

  /// A copy of `function` in which every operation is done in the smaller format,
  /// and which calls such copies of what it calls.
  llvm::Function *of(llvm::Function &function);

  /// The same without a copy, for a module in which every function is done.
  void inPlace(llvm::Function &function);

  /// All copies.
  llvm::ArrayRef<llvm::Function *> made() const { return functions; }

private:
  bool isReplacement(const llvm::Function &function) const;
  void rewriteBody(llvm::Function &function);

  llvm::Module &module;
  const Truncation truncation;
  FormatBuilder formats;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> copies;
  std::vector<llvm::Function *> functions;
};

/// Does to every function of the module what `text` says ("64to32;11-52to5-7").
/// False after a refusal.
bool truncateModule(llvm::Module &module, llvm::StringRef text, Diagnostics &diagnostics);

} // namespace enzyme
#endif
