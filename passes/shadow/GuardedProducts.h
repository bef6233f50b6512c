//===- GuardedProducts.h - values that are made of guarded products ------------===//
//
// Problem: in the derivative of a derivative, a product of adjoints that is exactly zero must stay
// zero through a factor that overflowed (emit/Guard.h). Whether a product is one of adjoints is
// seen by the guarded products that it is made of or goes into, however far away they are.
//
// Here: both sets, found once for a function, by one walk each over the values that hand a zero on.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_SHADOW_GUARDEDPRODUCTS_H
#define ENZYME_SHADOW_GUARDEDPRODUCTS_H

#include "rules/Facts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace enzyme {

struct GuardedProducts {
  llvm::DenseSet<const llvm::Value *> made; ///< they, and what is made of them
  llvm::DenseSet<const llvm::Value *>
      factors; ///< those that make them zero, and what these are made of
};

GuardedProducts guardedProductsIn(const llvm::Function &function);

/// A product, by itself or in a sum.
bool isProduct(const llvm::Instruction &at);
/// Which factors of a guarded product make it zero; None: it is none.
ZeroFactor zeroFactorIn(const llvm::Value &value);

} // namespace enzyme
#endif
