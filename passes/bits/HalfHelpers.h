//===- HalfHelpers.h - helpers that hand on half of a number ----*- C++ -*-===//
#ifndef ENZYME_BITS_HALFHELPERS_H
#define ENZYME_BITS_HALFHELPERS_H

#include "bits/NumbersAt.h"
#include "llvm/IR/InstrTypes.h"
#include <map>

namespace enzyme {

/// Tells calls through which the upper half of a double travels as an integer. What it has seen of
/// a function must not change while it lives.
class HalfHelpers {
public:
  /// Does the callee return an integer made of half a double, which becomes a number here; is it
  /// given one, or the address of one, that becomes a number there?
  bool handsOnHalf(const llvm::CallBase &call);

private:
  std::map<const llvm::Function *, NumbersAt> numbers;

  bool leadsToHalf(const llvm::Function &function, const llvm::Value &pointer);
  bool isHalf(const llvm::Value &value);
  bool isOfHalf(const llvm::Value &integer);
  bool givesHalf(const llvm::Function &callee);
  bool takesHalf(const llvm::Value &passed, const llvm::Argument &parameter);
};

} // namespace enzyme
#endif
