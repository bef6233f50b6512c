// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O0 -Xclang -verify -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -O2 -Xclang -verify -S %s -o %t.s
// Locks and turns without fences of the device: their order would have to be turned round.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

__device__ void locked(double *p, double x, int *lock) {
  int free = 0;
  while (!__atomic_compare_exchange_n(lock, &free, 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    free = 0;
  *p *= x;
  __atomic_exchange_n(lock, 0, __ATOMIC_RELAXED);
}
__global__ void takesLock(double *p, double *dp, double *x, int *lock) {
  *x = __enzyme_autodiff<double>((void *)locked, p, dp, *x, lock, lock); // expected-error {{the derivative of 'locked(double*, double, int*)' cannot be made for a graphics processor: threads wait for each other in memory, as for a lock, in an order that would have to be turned round; add to sums by atomicAdd, which needs none}} ENZ0180
}
__global__ void takesLockForward(double *p, double *dp, double *x, double *dx, int *lock) {
  __enzyme_fwddiff<void>((void *)locked, p, dp, *x, *dx, lock, lock);
}

__device__ void exchanged(double *p, double x, int *lock) {
  bool isDone = false;
  while (!isDone)
    if (__atomic_exchange_n(lock, 1, __ATOMIC_RELAXED) == 0) {
      *p *= x;
      __atomic_exchange_n(lock, 0, __ATOMIC_RELAXED);
      isDone = true;
    }
}
__global__ void takesByExchange(double *p, double *dp, double *x, int *lock) {
  *x = __enzyme_autodiff<double>((void *)exchanged, p, dp, *x, lock, lock); // expected-error {{as for a lock}}
}

__device__ void turn(double *p, double x, int *whose, int mine) {
  while (*(volatile int *)whose != mine) {
  }
  *p *= x;
  *(volatile int *)whose = mine + 1;
}
__global__ void takesTurn(double *p, double *dp, double *x, int *whose) {
  *x = __enzyme_autodiff<double>((void *)turn, p, dp, *x, whose, whose, 1); // expected-error {{as for a lock}}
}
__device__ void turnByAtomics(double *p, double x, int *whose, int mine) {
  while (__atomic_fetch_add(whose, 0, __ATOMIC_RELAXED) != mine) {
  }
  *p *= x;
  __atomic_fetch_add(whose, 1, __ATOMIC_RELAXED);
}
__global__ void takesTurnByAtomics(double *p, double *dp, double *x, int *whose) {
  *x = __enzyme_autodiff<double>((void *)turnByAtomics, p, dp, *x, whose, whose, 1); // expected-error {{as for a lock}}
}

// What is counted up, and what the first one takes, has no order that matters.
__device__ void queue(double *y, const double *x, int *next, int *taken, int n) {
  int i;
  while ((i = __atomic_fetch_add(next, 1, __ATOMIC_RELAXED)) < n) {
    y[i] = x[i] * x[i];
    if (__atomic_exchange_n(taken + i, 1, __ATOMIC_RELAXED) == 0)
      y[i] *= x[i];
  }
}
__global__ void takesFromQueue(double *y, double *dy, double *x, double *dx, int *next, int n) {
  __enzyme_autodiff<void>((void *)queue, y, dy, x, dx, next, next, next + 1, next + 1, n);
}

/// As books have it: one thread of the block adds behind the lock, with fences of the device.
__device__ void fence() {
#ifdef __HIP__
  __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
#else
  __nvvm_membar_gl();
#endif
}
__device__ void fenced(double *sum, double part, int *mutex) {
  int free = 0;
  while (!__atomic_compare_exchange_n(mutex, &free, 1, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    free = 0;
  fence();
  *sum += part * part;
  fence();
  __atomic_exchange_n(mutex, 0, __ATOMIC_RELAXED);
}
__global__ void addsBehindLock(double *sum, double *dSum, double *x, int *mutex) {
  *x = __enzyme_autodiff<double>((void *)fenced, sum, dSum, *x, mutex, mutex); // expected-error {{as for a lock, in an order that would have to be turned round; add to sums by atomicAdd}}
}
/// The last one to come adds up what all left.
__device__ void lastAdds(double *sum, double *parts, double x, int i, int *count) {
  parts[i] = x * x;
  fence();
  if (__atomic_fetch_add(count, 1, __ATOMIC_RELAXED) == 7)
    for (int k = 0; k < 8; ++k)
      *sum += parts[k];
}
__global__ void asksLast(double *sum, double *dSum, double *parts, double *dParts, double *x, int *count) {
  *x = __enzyme_autodiff<double>((void *)lastAdds, sum, dSum, parts, dParts, *x, 1, count, count); // expected-error {{as the last block that adds up what all left, an order that would have to be turned round; let another kernel follow instead}}
}
