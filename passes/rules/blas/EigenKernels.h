//===- EigenKernels.h - functions of Eigen that are routines of matrices ----===//
//
// Eigen's expressions of dynamic matrices end in a few functions whose meaning is BLAS's: a product
// added to a matrix, a matrix times a vector, solutions by a triangle. Which, their template
// arguments say: the types of the numbers, whether a matrix lies by rows or by columns.
//
//     general_matrix_matrix_product<long, T, order, _, T, order, _, 0, 1>::run    C += alpha A B
//     general_matrix_vector_product<long, T, …, order, _, T, …>::run              y += alpha A x
//     triangular_solve_matrix<T, long, side, mode, _, order, 0, 1>::run           A X = B, X A = B
//     triangular_solve_vector<T, T, long, side, mode, _, order>::run
//
// And one of its iterations has no derivative that converges as it does, but an equation that has:
//
//     BDCSVD<…>::computeSingVals(z, d, _, s, shifts, mus)    1 + sum of z^2 / (d^2 - s^2) = 0
//
// Of another one, small steps cancel each other where singular values are equal but for rounding,
// their derivatives not: that one has a closed form.
//
//     JacobiSVD<Matrix<T, n, n, _, n, n>, _>::compute(A, options)            A = U s V'
//     JacobiSVD<Matrix<T, -1, -1, _, -1, -1>, _>::compute(A, options)
//
// (Of real numbers; an underscore is whether they are conjugated, or anything.) Other types, other
// versions' parameters: none of these.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_BLAS_EIGENKERNELS_H
#define ENZYME_RULES_BLAS_EIGENKERNELS_H

#include "llvm/IR/Function.h"
#include <optional>

namespace enzyme::blas {

struct EigenKernel {
  enum class Kind { Product, Application, Solution, SolutionOfVector, Roots, SingularValues };
  Kind kind;
  char precision = 'd'; ///< or s
  /// As BLAS has them: matrices lie by columns, or are transposed ('T').
  char leftFlag = 'N', rightFlag = 'N';
  char side = 'L', triangle = 'L', diagonal = 'N';
  /// Rows and columns of a matrix; 0: the run says how many.
  unsigned order = 0;
};

std::optional<EigenKernel> eigenKernelOf(const llvm::Function &function);

/// Does it compute nothing but how large the blocks are in which Eigen takes a product?
bool computesBlockSizes(const llvm::Function &function);

} // namespace enzyme::blas
#endif
