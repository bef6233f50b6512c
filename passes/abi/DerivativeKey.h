//===- DerivativeKey.h - which derivative of which function --------------===//
//
// Problem: the same function may be differentiated several ways: in another mode,
// with other constant arguments, with other memory overwritten before the reverse
// sweep. Each way is one derivative function, made once.
//
// Here: the value that names one of them. Two equal keys are the same derivative.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_ABI_DERIVATIVEKEY_H
#define ENZYME_ABI_DERIVATIVEKEY_H

#include "llvm/IR/Function.h"
#include <compare>
#include <vector>

namespace enzyme {

enum class Mode : uint8_t {
  Forward,          ///< tangents beside the primal
  ReverseCombined,  ///< primal sweep and reverse sweep in one function
  ReverseAugmented, ///< primal sweep only; hands out a tape
  ReverseGradient,  ///< reverse sweep only; takes the tape
  ForwardSplit,     ///< tangents only; primal values come from the tape
};

inline bool isForward(Mode mode) { return mode == Mode::Forward || mode == Mode::ForwardSplit; }

/// How a parameter takes part.
enum class Activity : uint8_t {
  Const,     ///< no derivative; memory behind it is never written by us
  Out,       ///< a value whose adjoint is returned; forward from a tape: its tangent follows it
  Dup,       ///< a shadow is passed beside it
  DupNoNeed, ///< as Dup; the primal result behind it is not wanted
};

/// How the return value takes part.
enum class ReturnActivity : uint8_t {
  Const,  ///< not differentiated
  Out,    ///< reverse: seeded by an adjoint; forward: its tangent is returned
  Dup,    ///< carries pointers: its shadow is returned
  DupOut, ///< carries both: its shadow is returned and its floats are seeded
};

/// Does the return value have a shadow of pointers? Is it seeded in reverse?
inline bool isShadowed(ReturnActivity returned) {
  return returned == ReturnActivity::Dup || returned == ReturnActivity::DupOut;
}
inline bool isSeeded(ReturnActivity returned) {
  return returned == ReturnActivity::Out || returned == ReturnActivity::DupOut;
}

/// Which rounding errors go along (emit/Errors.h).
enum class Errors : uint8_t {
  None,
  Estimate, ///< forward: in place of tangents
  Bound,    ///< reverse: summed beside the gradient
};

struct DerivativeKey {
  llvm::Function *primal = nullptr; ///< in the workshop, not yet prepared
  Mode mode = Mode::Forward;
  std::vector<Activity> arguments; ///< one per IR parameter
  ReturnActivity returned = ReturnActivity::Const;
  bool returnsPrimal = false; ///< the primal result is part of the result
  unsigned width = 1;         ///< lanes: directions (or seeds) differentiated at once
  bool runtimeActivity = false;
  Errors errors = Errors::None;
  /// How many orders of requests lie inside: 0 for the derivative of ordinary code.
  /// Each order has its own shadows of globals: a tangent of the outer derivative is
  /// not an adjoint of the inner one.
  unsigned order = 0;
  /// One per IR parameter: memory directly behind it may change between the
  /// augmented and the gradient function (always false in other modes).
  std::vector<bool> overwritten;
  /// The primal ran before, in the caller: what it only writes is not written again.
  bool runsAgain = false;
  /// The tape also holds what the ForwardSplit function wants.
  bool servesForward = false;

  /// Each thread of a team runs it at the same time (parallel/Teams.h): sums into shadows that
  /// others reach are atomic.
  bool inTeam = false;

  /// Loops that ask for snapshots keep everything all the same.
  bool keepsAll = false;

  auto operator<=>(const DerivativeKey &) const = default;
};

} // namespace enzyme
#endif
