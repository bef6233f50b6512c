// Derivatives through hypre, by several ranks.
//
// A program as a user of hypre writes it: the matrix of a chain of unknowns that are spread over the
// ranks, its entries and right-hand side from parameters of which each rank has its own, products, and
// solutions by each of its Krylov methods. What has shadows (matrix, vectors) is made twice, by the same
// calls; solvers are made in what is differentiated. Nothing of hypre is here but its headers.
// Each rank's gradient along one direction, added up, and the tangents are compared with differences.
#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

HYPRE_Int HYPRE_ParVectorAxpy(HYPRE_Complex, HYPRE_ParVector, HYPRE_ParVector); // in no header

enum { All = 24, Most = All };

typedef struct {
  HYPRE_IJMatrix entries;
  HYPRE_IJVector numbers[3];
  HYPRE_ParCSRMatrix matrix;
  HYPRE_ParVector right, solution, other;
  HYPRE_BigInt low, high;
} System;

//===--- systems ----------------------------------------------------------===//

// Row i, of the parameter k of its unknown.
static HYPRE_Int row(HYPRE_BigInt i, double k, int isSymmetric, HYPRE_BigInt *columns,
                     double *values) {
  HYPRE_Int count = 0;
  if (i > 0)
    columns[count] = i - 1, values[count++] = isSymmetric ? -1 : -1 - 0.5 * sin(k);
  columns[count] = i, values[count++] = 2.5 + k * k;
  if (i < All - 1)
    columns[count] = i + 1, values[count++] = isSymmetric ? -1 : -1 + 0.25 * k;
  return count;
}

static void fill(System *s, const double *k, int isSymmetric) {
  for (HYPRE_BigInt i = s->low; i <= s->high; i++) {
    HYPRE_BigInt columns[3];
    double values[3], right = 1 + 0.5 * cos(k[i - s->low] + i), none = 0,
                      other = 1 + 0.1 * k[i - s->low];
    HYPRE_Int count = row(i, k[i - s->low], isSymmetric, columns, values);
    HYPRE_IJMatrixSetValues(s->entries, 1, &count, &i, columns, values);
    HYPRE_IJVectorSetValues(s->numbers[0], 1, &i, &right);
    HYPRE_IJVectorSetValues(s->numbers[1], 1, &i, &none);
    HYPRE_IJVectorSetValues(s->numbers[2], 1, &i, &other);
  }
}

static void make(System *s, int rank, int ranks) {
  double none[Most] = {0};
  s->low = rank * All / ranks, s->high = (rank + 1) * All / ranks - 1;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, s->low, s->high, s->low, s->high, &s->entries);
  HYPRE_IJMatrixSetObjectType(s->entries, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(s->entries);
  for (int v = 0; v < 3; v++) {
    HYPRE_IJVectorCreate(MPI_COMM_WORLD, s->low, s->high, &s->numbers[v]);
    HYPRE_IJVectorSetObjectType(s->numbers[v], HYPRE_PARCSR);
    HYPRE_IJVectorInitialize(s->numbers[v]);
  }
  fill(s, none, 0);
  HYPRE_IJMatrixAssemble(s->entries);
  HYPRE_IJMatrixGetObject(s->entries, (void **)&s->matrix);
  HYPRE_ParVector *vectors[] = {&s->right, &s->solution, &s->other};
  for (int v = 0; v < 3; v++) {
    HYPRE_IJVectorAssemble(s->numbers[v]);
    HYPRE_IJVectorGetObject(s->numbers[v], (void **)vectors[v]);
  }
  HYPRE_ParCSRMatrixMatvec(1, s->matrix, s->right, 0, s->solution); // who sends what to whom
}

static void clear(System *s) {
  HYPRE_IJMatrixSetConstantValues(s->entries, 0);
  HYPRE_ParVectorSetConstantValues(s->right, 0);
  HYPRE_ParVectorSetConstantValues(s->solution, 0);
  HYPRE_ParVectorSetConstantValues(s->other, 0);
}

// This rank's part of what is asked for.
static double part(System *s) {
  double sum = 0;
  for (HYPRE_BigInt i = s->low; i <= s->high; i++) {
    double value;
    HYPRE_IJVectorGetValues(s->numbers[1], 1, &i, &value);
    sum += value * value * (1 + 0.1 * i);
  }
  return sum;
}

//===--- what is differentiated -------------------------------------------===//

static double product(const double *k, System *s) {
  fill(s, k, 0);
  HYPRE_ParCSRMatrixMatvec(2, s->matrix, s->right, 0, s->solution);
  return part(s);
}
static double transposed(const double *k, System *s) {
  fill(s, k, 0);
  HYPRE_ParCSRMatrixMatvecT(1.5, s->matrix, s->right, 0, s->solution);
  HYPRE_ParCSRMatrixMatvecT(1, s->matrix, s->other, -0.5, s->solution);
  return part(s);
}
static double residual(const double *k, System *s) {
  fill(s, k, 0);
  HYPRE_ParVectorCopy(s->right, s->solution);
  HYPRE_ParCSRMatrixMatvec(-1, s->matrix, s->other, 1, s->solution);
  return part(s);
}
static double vectors(const double *k, System *s) {
  double product, square;
  fill(s, k, 0);
  HYPRE_ParVectorCopy(s->other, s->solution);
  HYPRE_ParVectorScale(1.5, s->solution);
  HYPRE_ParVectorInnerProd(s->right, s->solution, &product);
  HYPRE_ParVectorInnerProd(s->other, s->other, &square);
  HYPRE_ParVectorAxpy(product / sqrt(square), s->right, s->solution);
  return part(s);
}
static double power(const double *k, System *s) { // of the matrix: steps of the power method
  fill(s, k, 1);
  for (int step = 0; step < 5; step++) {
    double square;
    HYPRE_ParCSRMatrixMatvec(1, s->matrix, s->other, 0, s->solution);
    HYPRE_ParVectorInnerProd(s->solution, s->solution, &square);
    HYPRE_ParVectorCopy(s->solution, s->other);
    HYPRE_ParVectorScale(1 / sqrt(square), s->other);
  }
  return part(s);
}
static double relaxed(const double *k, System *s) { // steps of Jacobi's method
  fill(s, k, 0);
  for (int step = 0; step < 4; step++) {
    HYPRE_ParVectorCopy(s->right, s->other);
    HYPRE_ParCSRMatrixMatvec(-1, s->matrix, s->solution, 1, s->other);
    HYPRE_ParVector change = s->other;
    HYPRE_ParCSRDiagScale(NULL, s->matrix, change, s->right);
    HYPRE_ParVectorAxpy(0.7, s->right, s->solution);
  }
  return part(s);
}

static double conjugate(const double *k, System *s) {
  HYPRE_Solver solver;
  fill(s, k, 1);
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &solver);
  HYPRE_PCGSetMaxIter(solver, 100);
  HYPRE_PCGSetTol(solver, 1e-13);
  HYPRE_PCGSetTwoNorm(solver, 1);
  HYPRE_ParCSRPCGSetup(solver, s->matrix, s->right, s->solution);
  HYPRE_ParCSRPCGSolve(solver, s->matrix, s->right, s->solution);
  HYPRE_ParCSRPCGDestroy(solver);
  return part(s);
}
static double preconditioned(const double *k, System *s) {
  HYPRE_Solver solver;
  fill(s, k, 1);
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &solver);
  HYPRE_PCGSetMaxIter(solver, 100);
  HYPRE_PCGSetTol(solver, 1e-13);
  HYPRE_ParCSRPCGSetPrecond(solver, HYPRE_ParCSRDiagScale, HYPRE_ParCSRDiagScaleSetup, NULL);
  HYPRE_ParCSRPCGSetup(solver, s->matrix, s->right, s->solution);
  HYPRE_ParCSRPCGSolve(solver, s->matrix, s->right, s->solution);
  HYPRE_ParCSRPCGDestroy(solver);
  return part(s);
}

// The methods for matrices that are not symmetric are asked alike.
#define SOLVED(f, METHOD)                                                                          \
  static double f(const double *k, System *s) {                                                    \
    HYPRE_Solver solver;                                                                           \
    fill(s, k, 0);                                                                                 \
    HYPRE_ParCSR##METHOD##Create(MPI_COMM_WORLD, &solver);                                         \
    HYPRE_ParCSR##METHOD##SetMaxIter(solver, 100);                                                 \
    HYPRE_ParCSR##METHOD##SetTol(solver, 1e-13);                                                   \
    HYPRE_ParCSR##METHOD##Setup(solver, s->matrix, s->right, s->solution);                         \
    HYPRE_ParCSR##METHOD##Solve(solver, s->matrix, s->right, s->solution);                         \
    HYPRE_ParCSR##METHOD##Destroy(solver);                                                         \
    return part(s);                                                                                \
  }
SOLVED(minimal, GMRES)
SOLVED(flexible, FlexGMRES)
SOLVED(loose, LGMRES)
SOLVED(stabilised, BiCGSTAB)

static double normal(const double *k, System *s) { // without a log hypre reads one all the same
  HYPRE_Solver solver;
  fill(s, k, 0);
  HYPRE_ParCSRCGNRCreate(MPI_COMM_WORLD, &solver);
  HYPRE_ParCSRCGNRSetLogging(solver, 1);
  HYPRE_ParCSRCGNRSetMaxIter(solver, 100);
  HYPRE_ParCSRCGNRSetTol(solver, 1e-13);
  HYPRE_ParCSRCGNRSetup(solver, s->matrix, s->right, s->solution);
  HYPRE_ParCSRCGNRSolve(solver, s->matrix, s->right, s->solution);
  HYPRE_ParCSRCGNRDestroy(solver);
  return part(s);
}

//===--- comparing --------------------------------------------------------===//

static int rank, ranks, compared, agreeing;

static double overRanks(double own) {
  double all;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void report(const char *name, double forward, double reverse, double expected) {
  double scale = 1 + fabs(expected);
  int isRight = fabs(forward - expected) <= 1e-6 * scale && fabs(forward - reverse) <= 1e-8 * scale;
  if (!isRight && rank == 0)
    printf("WRONG %s: forward %.15g, reverse %.15g, differences %.15g\n", name, forward, reverse,
           expected);
  compared++, agreeing += isRight;
}

#define COMPARE(f)                                                                                 \
  do {                                                                                             \
    double gradient[Most] = {0}, along = 0, sides[2];                                              \
    clear(&shadow);                                                                                \
    __enzyme_autodiff((void *)f, enzyme_dup, k, gradient, enzyme_dup, &s, &shadow);                \
    for (int i = 0; i < own; i++)                                                                  \
      along += gradient[i] * direction[i];                                                         \
    clear(&shadow);                                                                                \
    double tangent =                                                                               \
        __enzyme_fwddiff((void *)f, enzyme_dup, k, direction, enzyme_dup, &s, &shadow);            \
    for (int side = 0; side < 2; side++) {                                                         \
      double at[Most];                                                                             \
      for (int i = 0; i < own; i++)                                                                \
        at[i] = k[i] + (side ? -1e-5 : 1e-5) * direction[i];                                       \
      sides[side] = overRanks(f(at, &s));                                                          \
    }                                                                                              \
    report(#f, overRanks(tangent), overRanks(along), (sides[0] - sides[1]) / 2e-5);                \
  } while (0)

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  HYPRE_Init();
  System s, shadow;
  make(&s, rank, ranks);
  make(&shadow, rank, ranks);
  double k[Most], direction[Most];
  int own = s.high - s.low + 1;
  for (int i = 0; i < own; i++) {
    k[i] = 0.3 + 0.4 * sin(1.7 * (s.low + i));
    direction[i] = cos(0.9 * (s.low + i));
  }
  COMPARE(product);
  COMPARE(transposed);
  COMPARE(residual);
  COMPARE(vectors);
  COMPARE(power);
  COMPARE(relaxed);
  COMPARE(conjugate);
  COMPARE(preconditioned);
  COMPARE(minimal);
  COMPARE(flexible);
  COMPARE(loose);
  COMPARE(stabilised);
  COMPARE(normal);
  if (rank == 0)
    printf("%d of %d functions, by %d ranks\n", agreeing, compared, ranks);
  HYPRE_Finalize();
  MPI_Finalize();
  return agreeing != compared;
}
