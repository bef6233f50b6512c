//===- BitChanges.h - how integers change with floats -------------*- C++ -*-===//
//
// Problem and policy: ConvertedBits.h. Here: whether an integer changes with floats, of whose bits
// or of which conversion it is made, and by how much.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_BITS_BITCHANGES_H
#define ENZYME_BITS_BITCHANGES_H

#include "bits/NumbersAt.h"
#include "support/BitOrigins.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

/// How an integer changes with floats.
struct Change {
  bool isAny = false;
  bool isKnown = true;      ///< everything it is made of is visible
  bool losesBits = false;   ///< of a significand: more than may be lost
  bool isOfBits = false;    ///< of a float's
  bool isConverted = false; ///< of a number
  bool isOwn = false;       ///< divided, or of several floats: nameScaledBits does not know it
  bool isPlaced = true;     ///< the bits from `low` to below `top` are those of one significand
  int low = 0, top = 0;

  bool operator==(const Change &) const = default;
  static Change unknown() {
    Change change;
    change.isKnown = false;
    return change;
  }
};

class BitChanges {
public:
  /// `made`: the float that the integer is the bits of; nothing if it is converted to a number.
  /// `type`: of what is emitted.
  BitChanges(const llvm::DataLayout &layout, std::optional<FloatBits> made, llvm::Type *type,
             NumbersAt &numbers)
      : layout(layout), made(made), type(type), numbers(numbers) {}

  Change of(llvm::Value &value);
  /// A number that is zero and changes like the integer; null if that changes with nothing.
  llvm::Value *emit(llvm::Value &value);

private:
  const llvm::DataLayout &layout;
  std::optional<FloatBits> made;
  llvm::Type *type;
  NumbersAt &numbers;
  llvm::DenseMap<llvm::Value *, Change> known, assumed; ///< in this round and the one before
  bool isInLoop = false;                                ///< something is made of itself
  llvm::DenseMap<llvm::Value *, llvm::Value *> emitted;

  Change visit(llvm::Value &value, unsigned depth);
  Change compute(llvm::Instruction &at, unsigned depth);
  Change ofBits(const llvm::Type &number) const;
  bool isLoadedAddress(const llvm::Value &value);
  bool isDistance(const llvm::BinaryOperator &at);
  Change ofOperator(llvm::BinaryOperator &at, unsigned depth);
  Change ofShift(const llvm::BinaryOperator &at, Change change) const;
  Change ofProduct(const llvm::BinaryOperator &at, Change change) const;
  Change narrowed(Change change, int width) const;
  bool areApart(const llvm::BinaryOperator &at) const;
  llvm::Type *numberLoaded(const llvm::Instruction &at);
  llvm::Type *numberHalved(const llvm::Instruction &at);
  llvm::Value *compose(llvm::IRBuilder<> &builder, llvm::Instruction &at);
  llvm::Value *emitOperator(llvm::IRBuilder<> &builder, llvm::BinaryOperator &at);
  llvm::Value *emitChoice(llvm::PHINode &choice);
  llvm::Value *emitOfBits(llvm::IRBuilder<> &builder, llvm::Value &x) const;
  llvm::Value *emitOfHalf(llvm::IRBuilder<> &builder, llvm::LoadInst &half,
                          llvm::Type &number) const;
  llvm::Value *times(llvm::IRBuilder<> &builder, llvm::Value *change, double factor) const;
  llvm::Value *orZero(llvm::Value *change) const {
    return change ? change : llvm::ConstantFP::getZero(type);
  }
};

} // namespace enzyme
#endif
