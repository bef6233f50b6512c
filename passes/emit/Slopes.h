//===- Slopes.h - chains of numbers of which one carries the tangents ------===//
//
// Problem: with many lanes each operation of the primal is one of vectors. But in
//
//     square = x * x + y * y;  inverse = 1 / (square * sqrt(square))
//
// all that follows `square` depends on it alone: the tangent of `inverse` is that of `square`
// times one number, the same for all lanes.
//
// Here: which number each number comes from, and its slope with respect to that, which is computed
// as numbers. The tangents are multiplied once: where several such chains meet, once for each.
// One lane is done alike: a lane of several has the same bits.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_SLOPES_H
#define ENZYME_EMIT_SLOPES_H

#include "emit/Lanes.h"
#include "plan/LinearStep.h"
#include "rules/Facts.h"

namespace enzyme {

/// A part of a tangent: slope · d_from.
struct Slope {
  llvm::Value *from = nullptr;
  llvm::Value *slope = nullptr;
  ZeroFactor zero = ZeroFactor::None; ///< how the product is guarded
};

class Slopes {
public:
  Slopes(const Context &context, const ShadowedPrimal &primal) : context(context), primal(primal) {}

  /// The parts that the tangent of the step's number is the sum of; none where it is no number.
  llvm::SmallVector<Slope, 3> of(llvm::IRBuilderBase &builder, const ScaleStep &step);

private:
  bool isChained(const ScaleStep &step) const;
  bool isAskedElsewhere(const llvm::Value &value, const llvm::Instruction &here) const;
  Slope partOf(llvm::IRBuilderBase &builder, const ScaleStep &step, unsigned input) const;

  const Context &context;
  const ShadowedPrimal &primal;
  llvm::DenseMap<llvm::Value *, Slope> known; ///< of numbers that come from one other
};

} // namespace enzyme
#endif
