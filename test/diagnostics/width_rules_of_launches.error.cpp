// RUN: touch %t.fatbin
// RUN: enzyme-clang++ -x cuda --cuda-host-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Xclang -target-sdk-version=12.9 -Wno-unknown-cuda-version -Xclang -fcuda-include-gpubinary -Xclang %t.fatbin -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang++ -x hip --cuda-host-only --offload-arch=gfx90a -nogpuinc -nogpulib -Xclang -fcuda-include-gpubinary -Xclang %t.fatbin -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -c %s -o %t.o
// Kernels are launched in one direction at a time.
#ifdef __HIP__
#include "hip/hip_runtime.h"
#else
#include "cuda_runtime.h"
#endif
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);
extern "C" {
extern int enzyme_width;
}

__global__ void square(double *y, const double *x) { y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x]; }
void squares(double *y, const double *x) { square<<<1, 32>>>(y, x); } // expected-error {{the launch of the kernel 'square(double*, double const*)' in several lanes (enzyme_width 2) is not supported yet in differentiated code; ask for one direction or seed at a time, without enzyme_width}} ENZ0070
void directions(double *y, double *y1, double *y2, double *x, double *x1, double *x2) {
  __enzyme_fwddiff<void>((void *)squares, enzyme_width, 2, y, y1, y2, x, x1, x2);
}

/// The same by the kernel's address.
template <typename Kernel> void launched(Kernel kernel, double *y, const double *x) { kernel<<<1, 32>>>(y, x); } // expected-error {{the launch of the kernel 'twice(double*, double const*)' in several lanes (enzyme_width 2)}}
__global__ void twice(double *y, const double *x) { y[threadIdx.x] = 2 * x[threadIdx.x]; }
void doubles(double *y, const double *x) { launched(twice, y, x); }
void directionsByAddress(double *y, double *y1, double *y2, double *x, double *x1, double *x2) {
  __enzyme_fwddiff<void>((void *)doubles, enzyme_width, 2, y, y1, y2, x, x1, x2);
}
