//===- AccessRange.h - the bytes an access can touch ----------------------===//
//
// Problem: whether two arrays overlap is a question about all bytes that loops touch
// in them, asked before the loops run.
//
// Here: the smallest and the largest address of an access while the loops around it
// run, as distances from the base pointer, in terms of what is known at a given
// place. An affine address is monotone in each loop's counter, so its extremes are at
// the ends:
//
//     {first, +, step} over t iterations   ->   first and first + step · (t - 1)
//
// which may depend on the counter of the next loop around, and so on outwards.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_MEMORY_ACCESSRANGE_H
#define ENZYME_MEMORY_ACCESSRANGE_H

#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include <functional>
#include <optional>

namespace enzyme {

/// From the first byte to behind the last, signed distances from `base`.
struct AccessRange {
  llvm::Value *base;
  const llvm::SCEV *low, *high;
};

class AccessRanges {
public:
  /// Ranges are expressions of what is known at the end of `place`.
  /// `isNonNegative` may know more about the signs of strides than scalar evolution does.
  AccessRanges(llvm::ScalarEvolution &evolution, const llvm::BasicBlock &place,
               std::function<bool(const llvm::SCEV *)> isNonNegative = nullptr)
      : evolution(evolution), place(place), isNonNegative(std::move(isNonNegative)) {}

  /// The pointer that the address of an access counts from, if it is known at the
  /// place; else null.
  llvm::Value *baseOf(llvm::Value &pointer) const;

  /// None if the addresses of a load, store or block operation through `pointer`
  /// cannot be told in advance.
  std::optional<AccessRange> of(llvm::Instruction &access, llvm::Value &pointer);

  void unite(AccessRange &range, const AccessRange &other);

  struct Bounds {
    const llvm::SCEV *low, *high;
  };
  /// The same for what an access would touch at `distance`.
  std::optional<Bounds> ofDistance(llvm::Instruction &access, const llvm::SCEV *distance);

private:
  std::optional<Bounds> boundsOf(const llvm::SCEV *distance);
  std::optional<Bounds> boundsOfSum(const llvm::SCEVAddExpr &sum);
  std::optional<Bounds> boundsOfProduct(const llvm::SCEVMulExpr &product);
  std::optional<Bounds> overLoop(const llvm::SCEVAddRecExpr &recurrence);
  const llvm::SCEV *bytesOf(llvm::Instruction &access);
  bool isKnown(const llvm::SCEV *expression) const;

  llvm::ScalarEvolution &evolution;
  const llvm::BasicBlock &place;
  std::function<bool(const llvm::SCEV *)> isNonNegative;
};

} // namespace enzyme
#endif
