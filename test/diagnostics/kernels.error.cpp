// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Xclang -target-sdk-version=12.9 -Wno-unknown-cuda-version -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -S %s -o %t.ptx
// RUN: FileCheck %s < %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -I%S/../../rt-gpu/emulator/include -O2 -Xclang -verify -S %s -o %t.s
// Where host code asks for derivatives, kernels get them. One that cannot be made is a warning, and stops the program when it is launched.
#ifdef __HIP__
#include "hip/hip_runtime.h"
#else
#include "cuda_runtime.h"
#endif
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);

// CHECK-DAG: .entry __enzyme_aug__Z5valuePdd(
// CHECK-DAG: .entry __enzyme_rev__Z5valuePdd(
// CHECK-DAG: .entry __enzyme_tape_bytes__Z5valuePdd(
// CHECK-NOT: .entry __enzyme_fwd_
__global__ void value(double *x, double a) { *x *= a; }

// CHECK-DAG: .entry __enzyme_rev__Z7unknownPcS_i(
__global__ void unknown(char *to, char *from, int n) { // expected-warning {{the kernel 'unknown(char*, char*, int)' has no derivative for the host's: the derivative of 'unknown(char*, char*, int)' cannot be made for a graphics processor: it needs a function of the runtime library}} ENZ0187
  __builtin_memcpy(to, from, n);
}

double launch(double *x, double a) {
  value<<<1, 1>>>(x, a);
  unknown<<<1, 1>>>((char *)x, (char *)x + 8, 8);
  return a;
}
double gradient(double *x, double *dx, double a) {
  return __enzyme_autodiff<double>((void *)launch, x, dx, a);
}

// Addresses of the block's memory in memory, which the kernel of the second half has elsewhere.
__global__ void boards(double *x, int steps) { // expected-warning {{the kernel 'boards(double*, int)' has no derivative for the host's: the derivative of 'boards(double*, int)' cannot be made for a graphics processor: what it keeps has an address in memory of the block (__shared__), which may lie elsewhere on the way back: take parts of one array by their numbers}} ENZ0187
  __shared__ double first[32], second[32];
  struct Node {
    double *at;
    Node *next;
  } nodes[2] = {{first, nodes + 1}, {second, nodes}};
  Node *now = nodes;
  first[threadIdx.x] = x[threadIdx.x];
  for (int i = 0; i < steps; ++i) {
    __syncthreads();
    now->next->at[threadIdx.x] = now->at[threadIdx.x] * now->at[31 - threadIdx.x];
    now = now->next;
  }
  x[threadIdx.x] = now->at[threadIdx.x];
}
void launchBoards(double *x, int steps) { boards<<<1, 32>>>(x, steps); }
void gradientOfBoards(double *x, double *dx, int steps) { __enzyme_autodiff<void>((void *)launchBoards, x, dx, steps); }

/// Named as the program has it, also where a structure with numbers is passed by its address.
struct Scaled {
  double factor, *of;
};
__global__ void scaledBytes(char *to, Scaled by, int n) { // expected-warning {{the kernel 'scaledBytes(char*, Scaled, int)' has no derivative for the host's: the derivative of 'scaledBytes(char*, Scaled, int)' cannot be made for a graphics processor: it needs a function of the runtime library}}
  *by.of *= by.factor;
  __builtin_memcpy(to, to + 64, n);
}
void launchScaled(char *to, double *x) { scaledBytes<<<1, 1>>>(to, {2, x}, 8); }
void gradientOfScaled(char *to, char *dTo, double *x, double *dx) { __enzyme_autodiff<void>((void *)launchScaled, to, dTo, x, dx); }
