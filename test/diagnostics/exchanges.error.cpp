// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -S %s -o %t.s
// What AMD's threads exchange by other instructions than those of HIP's shuffles is refused by the instruction's name.
#include "hip/hip_runtime.h"
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);

__device__ float swizzled(float x) {
  return x * __int_as_float(__builtin_amdgcn_ds_swizzle(__float_as_int(x * x), 0x401f)); // expected-error {{no rule says how to differentiate a call of 'llvm.amdgcn.ds.swizzle'}} ENZ0062
}
__device__ float shared(float x) {
  return x * __int_as_float(__builtin_amdgcn_readlane(__float_as_int(x * x), 3)); // expected-error {{no rule says how to differentiate a call of 'llvm.amdgcn.readlane.f32'}} ENZ0062
}
__global__ void ask(float *x) {
  *x = __enzyme_autodiff<float>((void *)swizzled, *x);
  *x = __enzyme_autodiff<float>((void *)shared, *x);
}
