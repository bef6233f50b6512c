/*===- ComplexBodies.c - what the routines do with complex numbers ---------------------------===
 *
 * As Bodies.c, which has the conventions. Numbers are pairs of reals, and so are their adjoints.
 * What LAPACK does is in the same files: where reals are transposed, these are conjugated as well.
 *
 *   ComplexVectors.h    vectors                   loops
 *   ComplexProducts.h   `product` and `solve`, whose derivatives are written down
 *   ComplexMatrices.h   matrices, and vectors     by way of these
 *   ComplexTriangles.h  bands and packed triangles, updates of Hermitian matrices     loops
 *   ComplexSpectra.h    eigenvalues               `eigen`, likewise
 *===-------------------------------------------------------------------------------===*/
typedef long size;

void *malloc(unsigned long);
void free(void *);
void *enzyme_rt_alloc(unsigned long);

#define SHADOW(SHADOW, MEMORY) ((SHADOW) == (MEMORY) ? 0 : (SHADOW))

#ifdef SINGLE
#define part float
#define NAME(ROUTINE) NAMED(ROUTINE)
#define NAMED(ROUTINE) enzyme_blas_c##ROUTINE
#define INDEX(ROUTINE) enzyme_blas_ic##ROUTINE
#define ABSOLUTE __builtin_fabsf
#define ROOT __builtin_sqrtf
#define HYPOT __builtin_hypotf
#define EPSILON __FLT_EPSILON__
#define FAR 1e15f
#define REAL_SCAL sscal
#define REAL_ROT srot
#else
#define part double
#define NAME(ROUTINE) NAMED(ROUTINE)
#define NAMED(ROUTINE) enzyme_blas_z##ROUTINE
#define INDEX(ROUTINE) enzyme_blas_iz##ROUTINE
#define ABSOLUTE __builtin_fabs
#define ROOT __builtin_sqrt
#define HYPOT __builtin_hypot
#define EPSILON __DBL_EPSILON__
#define FAR 1e140
#define REAL_SCAL dscal
#define REAL_ROT drot
#endif
#define number part _Complex
#define REAL(X) __real__(X)
#define CONJUGATE(X) (~(X))
/* By which the library chooses pivots. */
#define SIZE_OF(X) (ABSOLUTE(__real__(X)) + ABSOLUTE(__imag__(X)))
#define LENGTH(X) HYPOT(__real__(X), __imag__(X))
#define HAS_PHASES 1
#define NOT_A_NUMBER __builtin_complex((part)__builtin_nan(""), (part)__builtin_nan(""))
#define ADJOINT 'C'
#define MULTIPLY multiply
#define ORGQR ungqr
#define ORMQR unmqr
#define ORGLQ unglq
#define ORMLQ unmlq
#define SYEV heev
#define SYEVD heevd

static inline char flipped(char adjoint) { return adjoint == 'N' ? 'C' : 'N'; }

#include "Triangle.h"

#include "ComplexVectors.h"

#include "ComplexProducts.h"

#include "ComplexMatrices.h"

#include "ComplexTriangles.h"

#include "Factors.h"

#include "Equations.h"

#include "Systems.h"

#include "ReflectionBlocks.h"

#include "Reflections.h"

#include "LeastSquares.h"

#include "Spectra.h"

#include "ComplexSpectra.h"

#include "Lapacke.h"
