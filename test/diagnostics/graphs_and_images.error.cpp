// RUN: touch %t.fatbin
// RUN: enzyme-clang++ -x cuda --cuda-host-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Xclang -target-sdk-version=12.9 -Wno-unknown-cuda-version -Xclang -fcuda-include-gpubinary -Xclang %t.fatbin -I%S/../../rt-gpu/emulator/include -O2 -DAPI=cuda -Xclang -verify=cuda -c %s -o %t.o
// RUN: enzyme-clang++ -x hip --cuda-host-only --offload-arch=gfx90a -nogpuinc -nogpulib -Xclang -fcuda-include-gpubinary -Xclang %t.fatbin -I%S/../../rt-gpu/emulator/include -include %S/../../rt-gpu/emulator/include/cuda_runtime.h -O0 -DAPI=hip -Xclang -verify=hip -c %s -o %t.o
// Ways to give a device work, and memory, that have no derivative: each by its name.
#include "cuda_runtime.h"
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);

#define JOINED(A, B) A##B
#define NAMED(A, B) JOINED(A, B)
#define OF(NAME) NAMED(API, NAME)
typedef struct Opaque *Handle;
extern "C" {
int OF(StreamBeginCapture)(void *stream, int mode);
int OF(StreamEndCapture)(void *stream, Handle *graph);
int OF(GraphCreate)(Handle *graph, unsigned flags);
int OF(GraphAddKernelNode)(Handle *node, Handle graph, const Handle *others, size_t count, const void *what);
int OF(GraphLaunch)(Handle graph, void *stream);
int OF(CreateTextureObject)(unsigned long long *texture, const void *resource, const void *how, const void *view);
int OF(MallocArray)(Handle *array, const void *format, size_t width, size_t height, unsigned flags);
}

__global__ void square(double *y, const double *x) { y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x]; }

void captured(double *y, const double *x, void *stream, Handle graph) {
  OF(StreamBeginCapture)(stream, 0); // cuda-error {{'cudaStreamBeginCapture' is not supported yet in differentiated code; docs/gpu.md says which functions of the device's runtime are}} hip-error {{'hipStreamBeginCapture' is not supported yet}} ENZ0070
  square<<<1, 32>>>(y, x);
  OF(StreamEndCapture)(stream, &graph); // cuda-error {{'cudaStreamEndCapture' is not supported yet}} hip-error {{'hipStreamEndCapture' is not supported yet}}
  OF(GraphLaunch)(graph, stream); // cuda-error {{'cudaGraphLaunch' is not supported yet}} hip-error {{'hipGraphLaunch' is not supported yet}}
}
void graphOfNodes(double *y, const double *x, const void *node) {
  Handle graph, added;
  OF(GraphCreate)(&graph, 0); // cuda-error {{'cudaGraphCreate' is not supported yet}} hip-error {{'hipGraphCreate' is not supported yet}}
  OF(GraphAddKernelNode)(&added, graph, 0, 0, node); // cuda-error {{'cudaGraphAddKernelNode' is not supported yet}} hip-error {{'hipGraphAddKernelNode' is not supported yet}}
}
void cooperative(double *y, const double *x) {
  void *arguments[] = {&y, &x};
  OF(LaunchCooperativeKernel)((const void *)square, dim3(1), dim3(32), arguments, 0, 0); // cuda-error {{'cudaLaunchCooperativeKernel' is not supported yet}} hip-error {{'hipLaunchCooperativeKernel' is not supported yet}}
}
void byArguments(double *y, const double *x) {
  void *arguments[] = {&y, &x};
  cudaLaunchKernel((const void *)square, dim3(1), dim3(32), arguments, 0, 0); // cuda-error {{'cudaLaunchKernel' is not supported yet}} hip-error {{'hipLaunchKernel' is not supported yet}}
}
void onHost(void *data) { *(double *)data *= 2; }
void callback(double *y, const double *x) {
  OF(LaunchHostFunc)(0, onHost, y); // cuda-error {{'cudaLaunchHostFunc' is not supported yet}} hip-error {{'hipLaunchHostFunc' is not supported yet}}
}
void image(double *y, const double *x, const void *how) {
  Handle array;
  unsigned long long texture;
  OF(MallocArray)(&array, how, 8, 8, 0); // cuda-error {{'cudaMallocArray' is not supported yet}} hip-error {{'hipMallocArray' is not supported yet}}
  OF(CreateTextureObject)(&texture, x, how, how); // cuda-error {{'cudaCreateTextureObject' is not supported yet}} hip-error {{'hipCreateTextureObject' is not supported yet}}
}

void gradients(double *y, double *dy, double *x, double *dx, void *opaque) {
  __enzyme_autodiff<void>((void *)captured, y, dy, x, dx, opaque, opaque, opaque, opaque);
  __enzyme_autodiff<void>((void *)graphOfNodes, y, dy, x, dx, opaque, opaque);
  __enzyme_autodiff<void>((void *)cooperative, y, dy, x, dx);
  __enzyme_autodiff<void>((void *)byArguments, y, dy, x, dx);
  __enzyme_autodiff<void>((void *)callback, y, dy, x, dx);
  __enzyme_autodiff<void>((void *)image, y, dy, x, dx, opaque, opaque);
}
