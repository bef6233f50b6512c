//===- Strips.h - a number of lanes that only the run knows ---------------===//
//
// Problem: each lane is code of its own, so a width must be known when compiling.
//
// Here: the type of a function that takes the number of lanes as an argument and
// works on them in strips of a compiled width, the rest one by one. Lanes are
// found by a base and a stride; results that have a value per lane are arrays
// from malloc, which belong to the caller.
//
//   (p0, [base0, stride0], p1, …, lanes) -> { [R], ptr R', ptr d0, … }
//
// A structure that the primal returns through a hidden pointer is R like any other:
// in reverse the adjoints of all lanes stand side by side behind `seeds`, the first
// parameter; forward returns it, and an array of tangents.
//
// A half that reads a tape works on one lane after the other; seed and tape follow:
//
//   (p0, [base0, stride0], …, lanes, [ptr seed, stride], ptr tape) -> { ptr d0, … }
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ABI_STRIPS_H
#define ENZYME_ABI_STRIPS_H

#include "abi/Signature.h"

namespace enzyme {

struct StripSignature {
  llvm::FunctionType *type = nullptr;
  std::vector<unsigned> primalParameter; ///< per primal parameter; 0 for a hidden result
  std::vector<std::optional<unsigned>>
      baseParameter;                      ///< the same; the stride (i64) stands behind it
  llvm::Type *hidden = nullptr;           ///< the structure behind a hidden pointer
  std::optional<unsigned> seedsParameter; ///< adjoints of the same, reverse
  std::optional<unsigned> hiddenPrimal,
      hiddenLanes;                       ///< the same and its tangents in the results, forward
  unsigned firstResult = 0;              ///< where those of `strip` begin
  unsigned lanesParameter = 0;           ///< i64
  std::optional<unsigned> seedParameter; ///< where the seeds are; the stride (i64) stands behind it
  std::optional<unsigned> tapeParameter;
  Signature strip; ///< of the derivative of one strip; the members of the results correspond

  /// `key`: of the derivative of one strip. Without `hasResults` they are not taken.
  static StripSignature of(const DerivativeKey &key, bool hasResults = true);
  /// Does this member of the results have a value per lane?
  bool isPerLane(unsigned member) const { return strip.primalResult != member; }
};

} // namespace enzyme
#endif
