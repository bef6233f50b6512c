//===- Lanes.h - all lanes of a slot as one value -------------------------===//
//
// Problem: with enzyme_width W every tangent and every adjoint has W lanes. What
// does not depend on the lane (coefficients, conditions, the primal) must be
// computed once, and the arithmetic on lanes should be SIMD.
//
// Here, and nowhere else: how the lanes of a slot are laid out. For a primal value
// of type T a slot is
//
//   T            at width 1
//   <W x T>      where T is float or double: one instruction for all lanes
//   [W x T]      for other types: vectors, complex numbers, float bits in integers
//
// Between functions lanes travel as [W x T] (abi/Signature.h).
//===----------------------------------------------------------------------===//
#ifndef ENZYME_EMIT_LANES_H
#define ENZYME_EMIT_LANES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace enzyme {

/// On functions whose slots have several lanes.
inline constexpr const char *lanesAttribute = "enzyme.lanes";

class Lanes {
public:
  explicit Lanes(unsigned width) : width(width) {}

  unsigned count() const { return width; }

  /// The type of a slot for a primal value of type `one`.
  llvm::Type *type(llvm::Type *one) const;

  /// One lane of a slot.
  llvm::Value *get(llvm::IRBuilderBase &builder, llvm::Value *slot, unsigned lane) const;

  /// The slot, for a primal value of type `one`, whose lanes `make` gives.
  llvm::Value *build(llvm::IRBuilderBase &builder, llvm::Type *one,
                     llvm::function_ref<llvm::Value *(unsigned lane)> make) const;

  /// The slot whose lanes are `operate` of the lanes of `operand`. What `operate`
  /// emits must treat each number of a vector alike: it is asked once for all
  /// lanes where operand and result are vectors of lanes.
  llvm::Value *map(llvm::IRBuilderBase &builder, llvm::Type *one, llvm::Value *operand,
                   llvm::function_ref<llvm::Value *(llvm::Value *)> operate) const;
  llvm::Value *map(llvm::IRBuilderBase &builder, llvm::Type *one, llvm::Value *first,
                   llvm::Value *second,
                   llvm::function_ref<llvm::Value *(llvm::Value *, llvm::Value *)> operate) const;

  /// A value that is the same for all lanes, in the shape of `operand`, which
  /// `operate` (of map) was given.
  llvm::Value *alike(llvm::IRBuilderBase &builder, llvm::Value *shared,
                     const llvm::Value *operand) const;

  /// To and from the array in which lanes travel between functions.
  llvm::Value *pack(llvm::IRBuilderBase &builder, llvm::Value *slot) const;
  llvm::Value *unpack(llvm::IRBuilderBase &builder, llvm::Value *array) const;

private:
  bool isVector(const llvm::Type *slot) const { return width > 1 && slot->isVectorTy(); }

  unsigned width;
};

} // namespace enzyme
#endif
