//===- Uniformity.h - what is the same in every lane ----------------------===//
//
// Problem: when W lanes of a function run together, most of a loop's counters and
// addresses of shared tables are equal in all lanes; computing them W times, or
// masking what never parts, wastes what the lanes gain.
//
// Here: a value is uniform unless it depends on a parameter that differs by lane.
// If a branch depends on such a value the lanes part ways; from then on blocks run
// under masks (Widen.cpp), and also what is joined after a branch differs by lane.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TRANSFORM_UNIFORMITY_H
#define ENZYME_TRANSFORM_UNIFORMITY_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace enzyme {

class Uniformity {
public:
  /// `varies`: one per parameter of `function`, a prepared function.
  Uniformity(llvm::Function &function, const llvm::LoopInfo &loops, llvm::ArrayRef<bool> varies);

  bool isVarying(const llvm::Value *value) const { return varying.contains(value); }
  /// Do lanes take different branches?
  bool diverges() const { return isDivergent; }

private:
  bool startsVarying(const llvm::Instruction &instruction) const;
  void spread();

  llvm::Function &function;
  const llvm::LoopInfo &loops;
  llvm::DenseSet<const llvm::Value *> varying;
  bool isDivergent = false;
};

} // namespace enzyme
#endif
