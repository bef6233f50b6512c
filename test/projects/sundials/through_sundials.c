// Derivatives through SUNDIALS.
//
// A program as a user of SUNDIALS writes it: dense factorisations, operations of vectors and
// whole integrations by CVODE, with the right-hand side as a callback and each of its linear
// solvers (two of them by LAPACK), and roots by KINSOL. Nothing of SUNDIALS is here but its
// headers; the shared libraries were built by the project's own CMake.
// Derivatives in both modes are compared with differences.
#include <cvode/cvode.h>
#include <enzyme/enzyme.h>
#include <kinsol/kinsol.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <sundials/sundials_dense.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_lapackband.h>
#include <sunlinsol/sunlinsol_lapackdense.h>
#include <sunlinsol/sunlinsol_spbcgs.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunlinsol/sunlinsol_sptfqmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { Size = 3 };

//===--- linear algebra and vectors ---------------------------------------===//

double dense_solution(double x) {
  double entries[Size * Size], right[Size], *columns[Size];
  sunindextype pivots[Size];
  for (int j = 0; j < Size; j++) {
    columns[j] = entries + j * Size;
    right[j] = sin(x + j);
    for (int i = 0; i < Size; i++)
      columns[j][i] = cos(x * (i + 1) + j) + (i == j) * x;
  }
  SUNDlsMat_denseGETRF(columns, Size, Size, pivots);
  SUNDlsMat_denseGETRS(columns, Size, pivots, right);
  return right[0] * right[1] + right[2];
}

double vector_norm(double x) {
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector a = N_VNew_Serial(Size, context), b = N_VClone(a);
  for (int i = 0; i < Size; i++) {
    NV_Ith_S(a, i) = sin(x * (i + 1));
    NV_Ith_S(b, i) = 1 + x * i;
  }
  N_VLinearSum(2, a, x, b, b);
  double norm = N_VWrmsNorm(b, a) + N_VDotProd(a, b);
  N_VDestroy(a);
  N_VDestroy(b);
  SUNContext_Free(&context);
  return norm;
}

//===--- integrations -----------------------------------------------------===//

/// Predators and prey; `data` points to the rate at which the prey is eaten.
static int change(realtype time, N_Vector y, N_Vector slope, void *data) {
  double rate = *(double *)data, prey = NV_Ith_S(y, 0), predators = NV_Ith_S(y, 1);
  NV_Ith_S(slope, 0) = prey - rate * prey * predators;
  NV_Ith_S(slope, 1) = rate * prey * predators - predators;
  return 0;
}

/// What solves the equations of each step.
enum solver { Iteration, Dense, Band, LapackDense, LapackBand, Gmres, BiCGStab, Tfqmr };

static SUNLinearSolver solverFor(enum solver which, N_Vector y, SUNMatrix *matrix, SUNContext context) {
  switch (which) {
  case Dense:
    *matrix = SUNDenseMatrix(2, 2, context);
    return SUNLinSol_Dense(y, *matrix, context);
  case LapackDense:
    *matrix = SUNDenseMatrix(2, 2, context);
    return SUNLinSol_LapackDense(y, *matrix, context);
  case Band:
    *matrix = SUNBandMatrix(2, 1, 1, context);
    return SUNLinSol_Band(y, *matrix, context);
  case LapackBand:
    *matrix = SUNBandMatrix(2, 1, 1, context);
    return SUNLinSol_LapackBand(y, *matrix, context);
  case Gmres:
    return SUNLinSol_SPGMR(y, SUN_PREC_NONE, 0, context);
  case BiCGStab:
    return SUNLinSol_SPBCGS(y, SUN_PREC_NONE, 0, context);
  default:
    return SUNLinSol_SPTFQMR(y, SUN_PREC_NONE, 0, context);
  }
}

static double integrate(double x, int method, enum solver which) {
  double rate = x, reached;
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(2, context);
  NV_Ith_S(y, 0) = 1 + x;
  NV_Ith_S(y, 1) = 0.5;
  void *memory = CVodeCreate(method, context);
  CVodeInit(memory, change, 0, y);
  CVodeSStolerances(memory, 1e-10, 1e-12);
  CVodeSetUserData(memory, &rate);
  CVodeSetMaxNumSteps(memory, 100000);
  SUNMatrix matrix = NULL;
  SUNLinearSolver linear = NULL;
  SUNNonlinearSolver iteration = NULL;
  if (which == Iteration) {
    iteration = SUNNonlinSol_FixedPoint(y, 0, context);
    CVodeSetNonlinearSolver(memory, iteration);
  } else {
    linear = solverFor(which, y, &matrix, context);
    CVodeSetLinearSolver(memory, linear, matrix);
  }
  CVode(memory, 1, y, &reached, CV_NORMAL);
  double result = NV_Ith_S(y, 0) + 2 * NV_Ith_S(y, 1);
  CVodeFree(&memory);
  if (linear)
    SUNLinSolFree(linear);
  if (matrix)
    SUNMatDestroy(matrix);
  if (iteration)
    SUNNonlinSolFree(iteration);
  N_VDestroy(y);
  SUNContext_Free(&context);
  return result;
}

double adams_integration(double x) { return integrate(x, CV_ADAMS, Iteration); }
double stiff_dense(double x) { return integrate(x, CV_BDF, Dense); }
double stiff_band(double x) { return integrate(x, CV_BDF, Band); }
double stiff_lapack_dense(double x) { return integrate(x, CV_BDF, LapackDense); }
double stiff_lapack_band(double x) { return integrate(x, CV_BDF, LapackBand); }
double stiff_gmres(double x) { return integrate(x, CV_BDF, Gmres); }
double stiff_bicgstab(double x) { return integrate(x, CV_BDF, BiCGStab); }
double stiff_tfqmr(double x) { return integrate(x, CV_BDF, Tfqmr); }

//===--- equations --------------------------------------------------------===//

/// The residual of two equations by the number that `data` points to.
static int residual(N_Vector y, N_Vector result, void *data) {
  double x = *(double *)data, a = NV_Ith_S(y, 0), b = NV_Ith_S(y, 1);
  NV_Ith_S(result, 0) = a * a + b - 2 - x;
  NV_Ith_S(result, 1) = a * x - b * b * b;
  return 0;
}

static double root(double x, int isLapack) {
  SUNContext context;
  SUNContext_Create(NULL, &context);
  N_Vector y = N_VNew_Serial(2, context), scale = N_VNew_Serial(2, context);
  N_VConst(1, y);
  N_VConst(1, scale);
  void *memory = KINCreate(context);
  KINInit(memory, residual, y);
  KINSetFuncNormTol(memory, 1e-13);
  KINSetScaledStepTol(memory, 1e-13);
  KINSetUserData(memory, &x);
  SUNMatrix matrix = NULL;
  SUNLinearSolver linear = solverFor(isLapack ? LapackDense : Dense, y, &matrix, context);
  KINSetLinearSolver(memory, linear, matrix);
  KINSol(memory, y, KIN_LINESEARCH, scale, scale);
  double result = NV_Ith_S(y, 0) * NV_Ith_S(y, 1) + NV_Ith_S(y, 1);
  KINFree(&memory);
  SUNLinSolFree(linear);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  N_VDestroy(scale);
  SUNContext_Free(&context);
  return result;
}

double root_dense(double x) { return root(x, 0); }
double root_lapack(double x) { return root(x, 1); }

//===--- the check --------------------------------------------------------===//

static int wrong, all;

#define CHECK(f)                                                                                   \
  do {                                                                                             \
    double x = 0.7, step = 1e-4;                                                                   \
    double slope = (f(x + step) - f(x - step)) / (2 * step);                                       \
    double forward = __enzyme_fwddiff((void *)f, x, 1.0);                                          \
    double reverse = __enzyme_autodiff((void *)f, x);                                              \
    int isRight = fabs(forward - slope) < 1e-5 * (1 + fabs(slope)) &&                              \
                  fabs(reverse - forward) < 1e-9 * (1 + fabs(slope));                              \
    printf("%s %-18s %.12g %.12g %.12g\n", isRight ? "right" : "WRONG", #f, forward, reverse,      \
           slope);                                                                                 \
    wrong += !isRight, all++;                                                                      \
  } while (0)

int main(void) {
  CHECK(dense_solution);
  CHECK(vector_norm);
  CHECK(adams_integration);
  CHECK(stiff_dense);
  CHECK(stiff_band);
  CHECK(stiff_lapack_dense);
  CHECK(stiff_lapack_band);
  CHECK(stiff_gmres);
  CHECK(stiff_bicgstab);
  CHECK(stiff_tfqmr);
  CHECK(root_dense);
  CHECK(root_lapack);
  printf("%d of %d functions\n", all - wrong, all);
  return wrong != 0;
}
