//===- Transforms.h - functions that requests other than derivatives ask for -===//
//
// A batch and a truncated function are made from the primal as derivatives are:
// in the workshop, once per key, inner requests first.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_TRANSFORMS_H
#define ENZYME_TRANSFORM_TRANSFORMS_H

#include "Context.h"
#include "request/Batch.h"
#include "transform/Truncate.h"

namespace enzyme {

/// False for requests that are served by a derivative.
bool isTransform(const Request &request);

class Transforms {
public:
  explicit Transforms(Context &context) : context(context) {}

  /// The function that serves `request`, of which `primal` is the function in the
  /// workshop. `isInner`: it will be part of what other requests differentiate.
  llvm::Function *make(const Request &request, llvm::Function &primal, bool isInner);

  /// All functions made here, in the order they were asked for.
  llvm::ArrayRef<llvm::Function *> made() const { return functions; }

private:
  llvm::Function *truncate(const Truncation &truncation, llvm::Function &primal,
                           const Position &where);

  Context &context;
  std::map<std::pair<BatchKey, bool>, llvm::Function *> batches;
  std::map<Truncation, TruncatedFunctions> truncated;
  std::vector<llvm::Function *> functions;
};

} // namespace enzyme
#endif
