/*===- ComplexBodies.c - what the routines of BLAS do with complex numbers ------------------===
 *
 * As Bodies.c, which has the conventions. Numbers are pairs of reals, and so are their adjoints.
 *
 *   ComplexVectors.h    vectors                   loops
 *   ComplexProducts.h   `product` and `solve`, whose derivatives are written down
 *   ComplexMatrices.h   matrices, and vectors     by way of these
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
#define REAL_SCAL sscal
#else
#define part double
#define NAME(ROUTINE) NAMED(ROUTINE)
#define NAMED(ROUTINE) enzyme_blas_z##ROUTINE
#define INDEX(ROUTINE) enzyme_blas_iz##ROUTINE
#define ABSOLUTE __builtin_fabs
#define REAL_SCAL dscal
#endif
#define number part _Complex

#include "ComplexVectors.h"

#include "ComplexProducts.h"

#include "ComplexMatrices.h"
