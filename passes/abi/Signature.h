//===- Signature.h - the type of every derivative function ---------------===//
//
// The only place that knows the ABI between derivative functions (docs/abi.md).
// For a primal  R f(P0, P1, …)  every derivative takes, per parameter in order,
// the primal value and, where it is Dup/DupNoNeed, its shadows right after it,
// one per lane.
//
//   Forward           (p0, [p0'…], p1, …)                   -> { [R], [R'] }
//   ReverseCombined   (p0, [p0'…], p1, …, [seed])           -> { [R], [R'], d0, d1, … }
//   ReverseAugmented  (p0, [p0'…], p1, …)                   -> { ptr tape, [R], [R'] }
//   ReverseGradient   (p0, [p0'…], p1, …, [seed], ptr tape) -> { d0, d1, … }
//   ForwardSplit      (p0, [p0'…], p1, …, ptr tape)         -> { [R], [R'] }
//
// ForwardSplit has its augmented function's activities, and tangents where parameters
// are Out. In reverse, R' exists when the return is Dup and seed when it is Out. dk is the
// adjoint of the k-th Out parameter. R', seed and dk hold all lanes: an array of
// `width` values, or the value itself at width 1. They are arrays and not vectors
// because how a vector is passed depends on a function's target features. The
// result is always a struct (possibly empty, then void).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ABI_SIGNATURE_H
#define ENZYME_ABI_SIGNATURE_H

#include "abi/DerivativeKey.h"
#include "llvm/IR/DerivedTypes.h"
#include <optional>

namespace enzyme {

/// Positions of everything in a derivative function's type.
struct Signature {
  llvm::FunctionType *type = nullptr;
  std::vector<unsigned> primalParameter; ///< per primal parameter
  /// per primal parameter: the shadow of lane 0; the other lanes' stand behind it
  std::vector<std::optional<unsigned>> shadowParameter;
  std::optional<unsigned> seedParameter;
  std::optional<unsigned> tapeParameter;
  std::optional<unsigned> tapeResult; ///< index in the result struct
  std::optional<unsigned> primalResult;
  std::optional<unsigned> shadowResult;               ///< tangent (forward) or shadow pointer
  std::vector<std::optional<unsigned>> adjointResult; ///< per primal parameter

  static Signature of(const DerivativeKey &key);
};

/// The type that passes all lanes of a value of type `one`: R', seed, dk.
llvm::Type *typeOfLanes(llvm::Type *one, unsigned width);

/// "enzyme.reverse.f.0" and so on: readable, unique in the module, hidden.
std::string derivativeName(const DerivativeKey &key);

} // namespace enzyme
#endif
