//===- RuleShapes.h - do a user's functions fit as a rule? ----------------===//
//
// Problem: a rule is a set of plain functions; how their parameters and results
// answer to those of the primal is a convention, and what the ABI made of it.
//
// Here: the convention, checked by IR types. Returns "" or what is wrong, in
// words for a person.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_REQUEST_RULESHAPES_H
#define ENZYME_REQUEST_RULESHAPES_H

#include "request/ParseGlobals.h"

namespace enzyme {

/// What is wrong, and with which of the functions ("augmented", "reverse", …).
struct ShapeError {
  std::string which;
  std::string what;
  bool isError() const { return !what.empty(); }
};

/// Fills everything in `rule` but the functions themselves, which are given.
ShapeError shapeGradient(CustomGradient &rule);
ShapeError shapeDerivative(CustomDerivative &rule);
ShapeError shapeSplit(CustomSplit &rule);

/// Gives a function of a rule its form for further lanes, which has the same type.
ShapeError shapeOnShadows(RuleFunction &rule, llvm::Function &onShadows);

} // namespace enzyme
#endif
