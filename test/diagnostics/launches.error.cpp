// RUN: touch %t.fatbin
// RUN: enzyme-clang++ -x cuda --cuda-host-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Xclang -target-sdk-version=12.9 -Wno-unknown-cuda-version -Xclang -fcuda-include-gpubinary -Xclang %t.fatbin -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify=both,cuda -c %s -o %t.o
// RUN: enzyme-clang++ -x hip --cuda-host-only --offload-arch=gfx90a -nogpuinc -nogpulib -Xclang -fcuda-include-gpubinary -Xclang %t.fatbin -I%S/../../rt-gpu/emulator/include -O0 -Xclang -verify=both,hip -c %s -o %t.o
// What host functions do with a device that has no derivative is refused by its name, where it is.
#ifdef __HIP__
#include "hip/hip_runtime.h"
#define cudaError_t hipError_t
#define cudaMemcpy3D hipMemcpy3D
#define cublasDasum_v2 hipblasDasum
#else
#include "cuda_runtime.h"
#endif
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);

struct Extents {
  double *to;
  const double *from;
  int n;
};
extern "C" cudaError_t cudaMemcpy3D(const Extents *);
void rows(double *to, const double *from, int n) {
  Extents all{to, from, n};
  cudaMemcpy3D(&all); // both-error-re {{'{{cuda|hip}}Memcpy3D' is not supported yet in differentiated code; docs/gpu.md says which functions of the device's runtime are}} ENZ0070
}
void copied(double *to, double *dTo, const double *from, double *dFrom, int n) {
  __enzyme_autodiff<void>((void *)rows, to, dTo, from, dFrom, n);
}

/// A routine of cuBLAS without a rule, among others that have one.
extern "C" int cublasDasum_v2(void *handle, int n, const double *x, int step, double *result);
double norm(void *handle, const double *x, int n) {
  double result = 0;
  cublasDasum_v2(handle, n, x, 1, &result); // both-error-re {{'{{cublasDasum_v2|hipblasDasum}}' is not supported yet in differentiated code; docs/gpu.md says which functions of the device's runtime are}} ENZ0070
  return result;
}
void norms(void *handle, double *x, double *dx, int n) {
  __enzyme_autodiff<void>((void *)norm, handle, handle, x, dx, n);
}

/// To the host, the number and the integer are one.
struct Small {
  float factor;
  int n;
};
__global__ void scaled(double *x, Small by) { // cuda-error {{a launch of a kernel that takes numbers and integers in one small structure, or an object with a copy constructor of its own, is not supported yet in differentiated code; pass the structure's members, or its address}}
  if (threadIdx.x < by.n)
    x[threadIdx.x] *= by.factor;
}
void launch(double *x, float factor, int n) { scaled<<<1, 32>>>(x, {factor, n}); }  // cuda-note {{called from here}} hip-error {{a launch of a kernel that takes numbers and integers in one small structure, or an object with a copy constructor of its own,}}
void launched(double *x, double *dx, float factor, int n) {
  __enzyme_autodiff<float>((void *)launch, x, dx, factor, n);
}

/// Passed by the address of a copy.
struct Counted {
  double factor;
  __device__ __host__ Counted(double factor) : factor(factor) {}
  __device__ __host__ Counted(const Counted &other);
};
__global__ void scaledBy(double *x, Counted by) { // cuda-error {{or an object with a copy constructor of its own,}}
  x[threadIdx.x] *= by.factor;
}
void launchCounted(double *x, double factor) { scaledBy<<<1, 32>>>(x, Counted(factor)); } // cuda-note {{called from here}} hip-error {{a launch of a kernel that takes numbers and integers in one small structure, or an object with a copy constructor of its own,}}
void launchedCounted(double *x, double *dx, double factor) { __enzyme_autodiff<double>((void *)launchCounted, x, dx, factor); }

/// What nvcc makes of a launch, for the compiler that -ccbin names.
extern "C" int __cudaGetKernel(void **kernel, const void *function);
extern "C" int __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, void *stream);
void launchForNvcc(double *x) {
  void *kernel, *arguments[] = {&x};
  __cudaGetKernel(&kernel, (const void *)launchForNvcc); // both-error {{a launch of a kernel that nvcc compiles is not supported yet in differentiated code; compile its file with enzyme-clang++ -x cuda}}
  __cudaLaunchKernel(kernel, dim3(1), dim3(32), arguments, 0, nullptr); // both-error {{a launch of a kernel that nvcc compiles}}
}
void launchedForNvcc(double *x, double *dx) { __enzyme_autodiff<void>((void *)launchForNvcc, x, dx); }
