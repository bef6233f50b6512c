/*===- Bodies.c - what the routines of BLAS and LAPACK do -------------------------------===
 *
 * Problem: a call of BLAS or LAPACK has no code that a derivative could be made from. And a product
 * of matrices must not be differentiated through loops: its derivative is two products,
 * which the library takes ten times faster.
 *
 * Here: each routine once more, in C, with what all spellings have in common as values
 * (rules/blas/Spellings.h). The build makes IR of it (Blas.cpp), a text a precision. Calls
 * that carry derivative become derivatives of this code; what is left of calls when all
 * derivatives exist is the library's again, so this code itself never runs.
 *
 *   Vectors.h       one vector or two     loops
 *   Matrices.h      a matrix and vectors  loops, but for the most frequent one:
 *   Apply.h                               `apply`, whose derivative is written down
 *   Products.h      matrices              all by way of `product` and `solve`, whose
 *                                         derivatives are written down, too
 *   TriangleProducts.h  triangles of them
 *   Kernel.h                              `product` as it runs for Eigen (Eigen.h), without a BLAS
 *   KernelLanes.h                         their forward rules for all lanes at once
 *   Factors.h       LAPACK's factors      `cholesky` and `lu`, likewise
 *   Equations.h     LAPACK's solutions    by way of these
 *   Systems.h       the two at once       `factorsBeside` and `solutionBeside`, likewise
 *   Reflections.h   QR and LQ factors     `householder` and `reflect`, likewise
 *   ReflectionBlocks.h  several at once
 *   LeastSquares.h  their routines        by way of these
 *   Bands.h         bands                 loops
 *   Spectra.h       eigenvalues           `eigen`, likewise
 *   Singular.h      singular values       `thin`, likewise
 *   Secular.h       singular values of Eigen's BDCSVD, `secular`, likewise (Eigen.h)
 *   Decomposed.h    and of its JacobiSVD      `decomposed`, likewise
 *   Norms.h         norms, estimates of   loops; an estimate has no derivative
 *                   the condition
 *   Lapacke.h       in either order       by way of these
 *   LapackeBands.h
 *
 * enzyme_blas_X is the routine X; X_augmented, X_reverse, X_forward are its rule, and
 * X_plain is what calls of it become in the end.
 *===-------------------------------------------------------------------------------===*/
typedef long size;

void *malloc(unsigned long);
void free(void *);
void *enzyme_rt_alloc(unsigned long);

#define SHADOW(SHADOW, MEMORY) ((SHADOW) == (MEMORY) ? 0 : (SHADOW))

/* What complex numbers have otherwise (ComplexBodies.c); there, a number has parts. */
#define part number
#define REAL(X) (X)
#define CONJUGATE(X) (X)
#define SIZE_OF(X) ABSOLUTE(X)
#define LENGTH(X) ABSOLUTE(X)
#define HAS_PHASES 0
#define NOT_A_NUMBER ((number)__builtin_nan(""))
#define ADJOINT 'T'
#define MULTIPLY product
#define ORGQR orgqr
#define ORMQR ormqr
#define ORGLQ orglq
#define ORMLQ ormlq
#define SYEV syev
#define SYEVD syevd

#ifdef SINGLE
#define number float
#define NAME(ROUTINE) NAMED(ROUTINE)
#define NAMED(ROUTINE) enzyme_blas_s##ROUTINE
#define COMPLEX_LENGTH cnrm2
#define COMPLEX_SUM casum
#define INDEX(ROUTINE) enzyme_blas_is##ROUTINE
#define CONSTANT enzyme_constant_float
#define ROOT __builtin_sqrtf
#define EPSILON __FLT_EPSILON__
#define LARGEST __FLT_MAX__
#define FAR 1e15f
#define ABSOLUTE __builtin_fabsf
#define HYPOT __builtin_hypotf
#else
#define number double
#define NAME(ROUTINE) NAMED(ROUTINE)
#define NAMED(ROUTINE) enzyme_blas_d##ROUTINE
#define COMPLEX_LENGTH znrm2
#define COMPLEX_SUM zasum
#define INDEX(ROUTINE) enzyme_blas_id##ROUTINE
#define CONSTANT enzyme_constant_double
#define ROOT __builtin_sqrt
#define EPSILON __DBL_EPSILON__
#define LARGEST __DBL_MAX__
#define FAR 1e140
#define ABSOLUTE __builtin_fabs
#define HYPOT __builtin_hypot
#endif

#include "Triangle.h"

#include "Vectors.h"

#include "Matrices.h"

#include "Apply.h"

#include "Products.h"

#include "Kernel.h"

#include "KernelLanes.h"

#include "Factors.h"

#include "Equations.h"

#include "Systems.h"

#include "ReflectionBlocks.h"

#include "Reflections.h"

#include "LeastSquares.h"

#include "Bands.h"

#include "Spectra.h"

#include "RealSpectra.h"

#include "Singular.h"

#include "Secular.h"

#include "Decomposed.h"

#include "Norms.h"

#include "Lapacke.h"

#include "LapackeBands.h"
