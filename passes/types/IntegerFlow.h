//===- IntegerFlow.h - floats and pointers inside integers ----------------===//
//
// Problem: {float, int} passed by value is an i64; a struct copied in registers is
// a pair of integers. Their bits are still floats and pointers.
//
// Here: forward and backward flow of pieces through integer values, to a fixpoint.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_TYPES_INTEGERFLOW_H
#define ENZYME_TYPES_INTEGERFLOW_H

#include "types/Types.h"
#include <map>
#include <optional>
#include <vector>

namespace enzyme {

using Pieces = llvm::SmallVector<Piece, 2>;

class IntegerFlow {
public:
  IntegerFlow(llvm::Function &function, llvm::DenseMap<const llvm::Value *, Pieces> &integers)
      : function(function), integers(integers) {}

  /// One sweep in both directions; true if anything new was found.
  bool sweep();

  /// Joins what is known about memory or a callee into a value that may carry it.
  bool add(const llvm::Value &value, llvm::ArrayRef<Piece> pieces);

  /// Float, pointer and unknown pieces of a value, by its type or by flow.
  Pieces of(const llvm::Value &value) const;

  /// Has the integer, or something moved into it, the bits of a part of a float, or
  /// of a float whose bytes stand in another order?
  bool holdsPart(const llvm::Value &value) const;

private:
  llvm::Function &function;
  llvm::DenseMap<const llvm::Value *, Pieces> &integers;

  bool cuts(const llvm::Instruction &move) const;

  bool flow(const llvm::Instruction &instruction, bool isForward);
  bool flowVector(const llvm::Instruction &instruction, bool isForward);
  bool flowShift(const llvm::BinaryOperator &shift, bool isForward);
  bool flowMask(const llvm::BinaryOperator &mask, bool isForward);
  bool flowAddress(const llvm::BinaryOperator &sum, bool isForward);
  bool isMovedAddress(const llvm::BinaryOperator &sum) const;
  bool dependsOnAddress(const llvm::Value &value) const;
  bool isAddress(const llvm::Value &value) const;
  std::optional<bool> comesFromAddress(const llvm::Value &value, unsigned depth) const;
  bool flowAggregate(const llvm::Instruction &instruction, bool isForward);
  bool flowBoth(const llvm::Value &a, const llvm::Value &b, bool isForward);
};

/// What integer parameters and results of callees carry, by the callees' own
/// instructions; shared by one analysis.
class CalleeIntegers {
public:
  struct Answer {
    std::vector<Pieces> parameters;
    Pieces result;
  };
  const Answer &of(llvm::Function &callee);

private:
  std::map<const llvm::Function *, Answer> known;
};

/// Is an integer computed with somewhere, or only moved (and perhaps compared)?
bool isComputedWith(const llvm::Value &value, bool isComparisonCounted = true);

/// Does this instruction only move the bytes of its integer operands: phi, select,
/// extensions, shifts by whole bytes, `or`?
bool onlyMoves(const llvm::User &user);

/// Can a value of this type hide floats or pointers behind an integer type?
bool mayHide(const llvm::Type *type);

} // namespace enzyme
#endif
