//===- Truncate.h - functions in a smaller format -------------------------===//
#ifndef ENZYME_TRANSFORM_TRUNCATE_H
#define ENZYME_TRANSFORM_TRUNCATE_H

#include "report/Diagnostics.h"
#include "transform/FormatBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
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

  /// Functions that truncated code calls and that cannot be truncated, found since they were
  /// last asked for; each is named once.
  std::vector<std::string> takeUntouched() { return std::exchange(untouched, {}); }

  /// All copies.
  llvm::ArrayRef<llvm::Function *> made() const { return functions; }

private:
  bool isReplacement(const llvm::Function &function) const;
  void rewriteBody(llvm::Function &function);
  void noteUntouched(const llvm::CallBase &call);

  llvm::Module &module;
  const Truncation truncation;
  FormatBuilder formats;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> copies;
  std::vector<llvm::Function *> functions;
  std::vector<std::string> untouched;
  llvm::DenseSet<const llvm::Function *> noted;
};

/// Warns about functions that truncated code calls and that compute as before.
void warnAboutUntouched(TruncatedFunctions &functions, const Position &where,
                        Diagnostics &diagnostics);

/// Does to every function of the module what `text` says ("64to32;11-52to5-7").
/// False after a refusal.
bool truncateModule(llvm::Module &module, llvm::StringRef text, Diagnostics &diagnostics);

} // namespace enzyme
#endif
