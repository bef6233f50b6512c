// What is handed to a device by OpenMP is refused by name; without devices (constructs.c of test/openmp) it is ordinary code.
// RUN: not enzyme-clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck %s
// RUN: not enzyme-clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -DDATA -S -emit-llvm %s -o %t.ll 2>&1 | FileCheck --check-prefix=DATA %s
// REQUIRES: openmp
extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
static double squares(double *x) {
#ifdef DATA
  // DATA: error: {{.*}}no derivative is known for 2 functions: '__tgt_target_data_begin_mapper', '__tgt_target_data_end_mapper'
#pragma omp target data map(tofrom : x[ : 4])
  x[0] *= x[1];
  return x[0];
#else
  double y[4];
  // CHECK: error: {{.*}}no derivative is known for the function '__tgt_target_kernel'
#pragma omp target teams distribute parallel for map(from : y) map(to : x[ : 4])
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * x[i];
  return y[0] * y[3];
#endif
}
void gradient(double *x, double *dx) { __enzyme_autodiff((void *)squares, enzyme_dup, x, dx); }
