//===- Eigen.h - Eigen's products and solutions, as what they compute --------===//
//
// Problem: a product of dynamic matrices is a thousand lines of Eigen's: blocks of the factors are
// packed for the processor's vectors, by loops whose sizes are computed from those of caches.
// Differentiated as they are written, they keep what they packed, several times over, and took ten
// to thirty times as long as the product.
//
// Here: those functions (rules/blas/EigenKernels.h) become calls of the bodies that stand for
// BLAS's routines, whose rules are written down (Products.h, Apply.h). No library is called:
// what runs is this code (Kernel.h), optimised with the derivative.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_LIBRARY_BLAS_EIGEN_H
#define ENZYME_LIBRARY_BLAS_EIGEN_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace enzyme {

/// As useBlasBodies does (Blas.h). Where Eigen was compiled for OpenMP its threads share
/// packed blocks: such products are left as they are.
bool useEigenBodies(llvm::Module &workshop, const llvm::SetVector<llvm::Function *> &functions,
                    llvm::ArrayRef<llvm::Function *> keep,
                    llvm::SmallVectorImpl<llvm::Function *> &roots);

} // namespace enzyme
#endif
