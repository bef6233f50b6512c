// RUN: enzyme-clang -O1 -shared -fPIC -DIS_LIBRARY %s -o %t.1.so
// RUN: enzyme-clang -O1 -shared -fPIC -DIS_LIBRARY %s -o %t.2.so
// RUN: clang -O1 %s -DONE='"%t.1.so"' -DTWO='"%t.2.so"' -o %t -lpthread && %t
// Gradients of kernels run one at a time in the whole process, though each of two libraries that are
// loaded for themselves has a runtime of its own.
#ifdef IS_LIBRARY
double __enzyme_autodiff(void *, ...);
void enzyme_gpu_alone(int begins);
static double square(double x) { return x * x; }
double slope(double x) { return __enzyme_autodiff((void *)square, x); }
void alone(int begins) { enzyme_gpu_alone(begins); }
#else
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

static int hasBegun, hasLock;
static void *launch(void *alone) {
  __atomic_store_n(&hasBegun, 1, __ATOMIC_SEQ_CST);
  ((void (*)(int))alone)(1);
  __atomic_store_n(&hasLock, 1, __ATOMIC_SEQ_CST);
  ((void (*)(int))alone)(0);
  return 0;
}
int main(void) {
  void *one = dlopen(ONE, RTLD_NOW | RTLD_LOCAL), *two = dlopen(TWO, RTLD_NOW | RTLD_LOCAL);
  assert(one && two);
  void (*alone)(int) = (void (*)(int))dlsym(one, "alone");
  void *other = dlsym(two, "alone");
  assert(alone && other && other != (void *)alone);
  pthread_t thread;
  alone(1);
  pthread_create(&thread, 0, launch, other);
  while (!__atomic_load_n(&hasBegun, __ATOMIC_SEQ_CST))
    usleep(1000);
  usleep(100000);
  assert(!__atomic_load_n(&hasLock, __ATOMIC_SEQ_CST));
  alone(0);
  pthread_join(thread, 0);
  assert(hasLock);
}
#endif
