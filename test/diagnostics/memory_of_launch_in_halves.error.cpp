// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -O0 -Xclang -verify -S %s -o %t.s
// The first half would keep the address of a shadow that the second one makes.
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __global__ __attribute__((global))
template <typename R, typename... A> __device__ R __enzyme_augmentfwd(void *, A...);

extern __shared__ double ofLaunch[];
struct View {
  double *data;
};
__device__ void look(View *view, double x) {
  view->data = ofLaunch;
  view->data[0] = x * x;
}
__global__ void half(View *view, View *dView, double x, void **tape) {
  *tape = __enzyme_augmentfwd<void *>((void *)look, view, dView, x); // expected-error {{the derivative of 'look(View*, double)' cannot be made for a graphics processor: the first of two halves keeps an address in memory whose size the launch says, of which there is no shadow before the second}} ENZ0180
}
