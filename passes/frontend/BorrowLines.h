//===- BorrowLines.h - lines for requests compiled without -g --------------===//
//
// Problem: a message about a request must stand at the user's line, but without
// -g the user's module has no lines.
//
// Here: while it lives, the calls of one module have the debug locations that
// the same calls have in the pristine module: the n-th call of the same callee in
// the function of the same name.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_FRONTEND_BORROWLINES_H
#define ENZYME_FRONTEND_BORROWLINES_H

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include <vector>

namespace enzyme {

class BorrowedLines {
public:
  /// For calls of declared functions, requests among them. Nothing happens for
  /// functions that have debug info or where `pristine` is null.
  BorrowedLines(llvm::Module &module, const llvm::Module *pristine);
  ~BorrowedLines();
  BorrowedLines(const BorrowedLines &) = delete;
  BorrowedLines &operator=(const BorrowedLines &) = delete;

private:
  std::vector<llvm::WeakTrackingVH> borrowers;
};

} // namespace enzyme
#endif
