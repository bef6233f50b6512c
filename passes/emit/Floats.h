//===- Floats.h - the floats inside a value ------------------------------===//
//
// Problem: a slot has the type of its primal. Most are floats or vectors of
// floats, but complex numbers come as {double, double} and float bits travel in
// integers. Adding two slots, or a slot to memory, must touch the floats and
// nothing else.
//
// Here: the list of float parts of a value, and what can be done with a part.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_FLOATS_H
#define ENZYME_EMIT_FLOATS_H

#include "emit/Lanes.h"
#include "rules/Facts.h"
#include "rules/Formulas.h"
#include "shadow/ShadowedPrimal.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

struct FloatPart {
  llvm::SmallVector<unsigned, 2> path; ///< indices into an aggregate; empty: the value itself
  uint64_t offset = 0;                 ///< bytes from the start of the value in memory
  llvm::Type *type = nullptr;          ///< float or vector of floats
  bool isBits = false;                 ///< bits of an integer at 8 * offset
};
using FloatParts = llvm::SmallVector<FloatPart, 2>;

/// The float parts of a copy in the shadowed primal.
FloatParts floatParts(const llvm::Value &copy, const ShadowedPrimal &primal);

/// What a store writes: a constant integer is what the memory is (zero clears a double).
FloatParts storedParts(const llvm::StoreInst &copy, const ShadowedPrimal &primal);

/// Where the part lies in memory that begins at `place`.
llvm::Value *addressOf(llvm::IRBuilderBase &builder, llvm::Value *place, const FloatPart &part);

llvm::Value *extractPart(llvm::IRBuilderBase &builder, llvm::Value *value, const FloatPart &part);
llvm::Value *insertPart(llvm::IRBuilderBase &builder, llvm::Value *value, const FloatPart &part,
                        llvm::Value *floats);

/// The type of what a formula reads or gives.
llvm::Type *portType(const Port &port);

bool isZero(const llvm::Value *value);
llvm::Constant *zeroOf(llvm::Type *type);
/// What a sum of floats begins with: -0, since x + -0 is always x, but x + 0 is not if
/// x is -0; LLVM drops only the former.
llvm::Constant *neutralOf(llvm::Type *type);
/// `sum` with 0 in place of -0.
llvm::Value *withoutMinusZero(llvm::IRBuilderBase &builder, llvm::Value *sum);

/// While one lives, sums that `builder` makes are sums of adjoints: they have no order in the
/// source, so any is as good, and LLVM may make vectors of them (docs/decisions/015.md).
class AdjointSums {
public:
  AdjointSums(llvm::IRBuilderBase &builder, const ShadowedPrimal &primal);

private:
  llvm::IRBuilderBase::FastMathFlagGuard flags;
};

/// a + b on every float part; zeros are symbolic and cost nothing.
llvm::Value *addFloats(llvm::IRBuilderBase &builder, llvm::Value *a, llvm::Value *b,
                       const FloatParts &parts);

/// The value `slot` holds moved to another floating type of the same shape.
llvm::Value *convertFloat(llvm::IRBuilderBase &builder, llvm::Value *slot, llvm::Type *type);

/// c · d, where a factor that is zero may make it zero. Such a product is a call of a function
/// with a formula until expandGuards: its derivative is that of the product (Guard.h).
llvm::Value *scale(llvm::IRBuilderBase &builder, llvm::Value *slot, llvm::Value *coefficient,
                   ZeroFactor zero);

/// Every guarded product of the workshop, as select(d != 0, c · d, 0) or select(d != 0 && c != 0,
/// …).
void expandGuards(llvm::Module &workshop);

/// The shadow of `copy`, in one lane: pointers as in `shadow`, floats as in `tangent`.
llvm::Value *mixShadow(llvm::IRBuilderBase &builder, const llvm::Value &copy, llvm::Value *shadow,
                       llvm::Value *tangent, const ShadowedPrimal &primal);

/// The same two in all lanes of a slot; the coefficient has the lanes' type.
llvm::Value *convertLanes(llvm::IRBuilderBase &builder, const Lanes &lanes, llvm::Value *slot,
                          llvm::Type *from, llvm::Type *to);
llvm::Value *scaleLanes(llvm::IRBuilderBase &builder, const Lanes &lanes, llvm::Value *slot,
                        llvm::Value *coefficient, ZeroFactor zero);

} // namespace enzyme
#endif
