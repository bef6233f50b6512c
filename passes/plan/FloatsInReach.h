//===- FloatsInReach.h - which floats differentiated code puts where -------===//
#ifndef ENZYME_PLAN_FLOATSINREACH_H
#define ENZYME_PLAN_FLOATSINREACH_H

#include "Context.h"
#include "types/FloatsTogether.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>

namespace enzyme {

/// Of all that differentiated code can reach; computed anew when it reaches more.
class FloatsInReach {
public:
  explicit FloatsInReach(const Context &context) : context(context) {}

  /// The one float type that this code computes with; null if there are several.
  llvm::Type *onlyFloat();
  /// The bytes of the largest one.
  uint64_t largestFloat();
  /// Does it put both floats and doubles into memory?
  bool hasFloatsAndDoubles();
  /// Memory in classes. They stay valid for their holder: new ones are made when more is reached.
  std::shared_ptr<FloatsTogether> together();

private:
  void refresh();
  void note(llvm::ArrayRef<llvm::Function *> functions);

  const Context &context;
  llvm::SetVector<llvm::Function *> reached;
  llvm::SmallVector<llvm::Function *> targets;
  size_t known = 0; ///< derivatives; what these reach holds until there are more
  llvm::SmallPtrSet<llvm::Type *, 4> computed;
  bool hasFloats = false, hasDoubles = false; ///< in memory
  std::shared_ptr<FloatsTogether> classes;
};

} // namespace enzyme
#endif
