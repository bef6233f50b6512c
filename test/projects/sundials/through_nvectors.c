// Derivatives through SUNDIALS' vectors of several ranks and of several threads.
//
// A program as a user writes it: each rank has some numbers of a vector (MPI), or threads share them
// (OpenMP, pthreads); what is made of vectors is the same for all. Nothing of SUNDIALS is here but its
// headers. Each rank's gradient along one direction, added up, and the tangents are compared with
// differences.
#include <enzyme/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <nvector/nvector_openmp.h>
#include <nvector/nvector_parallel.h>
#include <nvector/nvector_pthreads.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>

enum { All = 24, Threads = 2 };

static SUNContext context;
static int rank, ranks, compared, agreeing;

// The numbers of this rank, of which all have as many.
static int own(void) { return All / ranks; }

static N_Vector serial(void) { return N_VNew_Serial(own(), context); }
static N_Vector parallel(void) { return N_VNew_Parallel(MPI_COMM_WORLD, own(), All, context); }
static N_Vector openmp(void) { return N_VNew_OpenMP(own(), Threads, context); }
static N_Vector pthreads(void) { return N_VNew_Pthreads(own(), Threads, context); }

static void fill(N_Vector a, N_Vector b, const double *x, int n) {
  double *first = N_VGetArrayPointer(a), *second = N_VGetArrayPointer(b);
  for (int i = 0; i < n; i++) {
    first[i] = sin(x[i]) + 2;
    second[i] = x[i] * x[i] + 0.5;
  }
}
static double sumOf(N_Vector a, int n) {
  const double *numbers = N_VGetArrayPointer(a);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += numbers[i] * numbers[i] * (1 + 0.1 * i);
  return sum;
}

//===--- what is differentiated, by each kind of vector -------------------===//

#define KIND(kind)                                                                                 \
  static double kind##Elements(const double *x, int n) {                                           \
    N_Vector a = kind(), b = N_VClone(a), c = N_VClone(a);                                         \
    fill(a, b, x, n);                                                                              \
    N_VLinearSum(2, a, -0.5, b, c);                                                                \
    N_VProd(a, c, c);                                                                              \
    N_VDiv(c, b, c);                                                                               \
    N_VScale(1.5, c, c);                                                                           \
    N_VAbs(c, c);                                                                                  \
    N_VInv(b, b);                                                                                  \
    N_VAddConst(b, 0.25, b);                                                                       \
    N_VLinearSum(1, b, 1, c, c);                                                                   \
    double sum = sumOf(c, n);                                                                      \
    N_VDestroy(a);                                                                                 \
    N_VDestroy(b);                                                                                 \
    N_VDestroy(c);                                                                                 \
    return sum;                                                                                    \
  }                                                                                                \
  static double kind##Products(const double *x, int n) {                                           \
    N_Vector a = kind(), b = N_VClone(a);                                                          \
    fill(a, b, x, n);                                                                              \
    double result = N_VDotProd(a, b) * N_VWL2Norm(a, b);                                           \
    N_VDestroy(a);                                                                                 \
    N_VDestroy(b);                                                                                 \
    return result;                                                                                 \
  }                                                                                                \
  static double kind##Norms(const double *x, int n) {                                              \
    N_Vector a = kind(), b = N_VClone(a);                                                          \
    fill(a, b, x, n);                                                                              \
    double result = N_VWrmsNorm(a, b) * N_VL1Norm(b) + N_VMaxNorm(a) * N_VMin(b);                  \
    N_VDestroy(a);                                                                                 \
    N_VDestroy(b);                                                                                 \
    return result;                                                                                 \
  }                                                                                                \
  static double kind##Steps(const double *x, int n) { /* of Euler's method */                      \
    N_Vector a = kind(), b = N_VClone(a), c = N_VClone(a);                                         \
    fill(a, b, x, n);                                                                              \
    for (int step = 0; step < 4; step++) {                                                         \
      N_VProd(a, b, c);                                                                            \
      N_VLinearSum(1, a, -0.05 / sqrt(N_VDotProd(a, a)), c, a);                                    \
    }                                                                                              \
    double result = sumOf(a, n);                                                                   \
    N_VDestroy(a);                                                                                 \
    N_VDestroy(b);                                                                                 \
    N_VDestroy(c);                                                                                 \
    return result;                                                                                 \
  }
#define KINDS(X) X(serial) X(parallel) X(openmp) X(pthreads)
KINDS(KIND)

//===--- comparing --------------------------------------------------------===//

static double overRanks(double part) {
  double all;
  MPI_Allreduce(&part, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void report(const char *name, double forward, double reverse, double expected) {
  double scale = 1 + fabs(expected);
  int isRight = fabs(forward - expected) <= 1e-6 * scale && fabs(forward - reverse) <= 1e-9 * scale;
  if (!isRight && rank == 0)
    printf("WRONG %s: forward %.15g, reverse %.15g, differences %.15g\n", name, forward, reverse,
           expected);
  compared++, agreeing += isRight;
}

#define COMPARE(f)                                                                                 \
  do {                                                                                             \
    double gradient[All] = {0}, along = 0, sides[2];                                               \
    __enzyme_autodiff((void *)f, enzyme_dup, x, gradient, enzyme_const, n);                        \
    for (int i = 0; i < n; i++)                                                                    \
      along += gradient[i] * direction[i];                                                         \
    double tangent = __enzyme_fwddiff((void *)f, enzyme_dup, x, direction, enzyme_const, n);       \
    for (int side = 0; side < 2; side++) {                                                         \
      double at[All];                                                                              \
      for (int i = 0; i < n; i++)                                                                  \
        at[i] = x[i] + (side ? -1e-5 : 1e-5) * direction[i];                                       \
      sides[side] = overRanks(f(at, n));                                                           \
    }                                                                                              \
    report(#f, overRanks(tangent), overRanks(along), (sides[0] - sides[1]) / 2e-5);                \
  } while (0);
#define COMPARE_ALL(kind)                                                                          \
  COMPARE(kind##Elements) COMPARE(kind##Products) COMPARE(kind##Norms) COMPARE(kind##Steps)

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm comm = MPI_COMM_WORLD;
  SUNContext_Create(&comm, &context);
  double x[All], direction[All];
  int n = own();
  for (int i = 0; i < n; i++) {
    x[i] = 0.7 * sin(1.3 * (i + rank * n) + 0.2);
    direction[i] = cos(0.9 * (i + rank * n));
  }
  KINDS(COMPARE_ALL)
  if (rank == 0)
    printf("%d of %d functions, by %d ranks\n", agreeing, compared, ranks);
  SUNContext_Free(&context);
  MPI_Finalize();
  return agreeing != compared;
}
