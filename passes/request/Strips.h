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
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_STRIPS_H
#define ENZYME_REQUEST_STRIPS_H

#include "request/Signature.h"

namespace enzyme {

struct StripSignature {
  llvm::FunctionType *type = nullptr;
  std::vector<unsigned> primalParameter;              ///< per primal parameter
  std::vector<std::optional<unsigned>> baseParameter; ///< the same; the stride (i64) stands behind it
  unsigned lanesParameter = 0;                        ///< i64
  Signature strip; ///< of the derivative of one strip; the members of the results correspond

  /// `key`: of the derivative of one strip.
  static StripSignature of(const DerivativeKey &key);
  /// Does this member of the results have a value per lane?
  bool isPerLane(unsigned member) const { return strip.primalResult != member; }
};

} // namespace enzyme
#endif
