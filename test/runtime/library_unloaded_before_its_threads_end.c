// RUN: enzyme-clang -O1 -shared -fPIC -DIS_LIBRARY %s -o %t.so
// RUN: clang -O1 %s -DLIBRARY='"%t.so"' -o %t -lpthread && %t
// What the runtime keeps for a thread goes when the thread ends; a library that is unloaded before takes the code
// for that with it. Nor does what is kept grow when a library is loaded again and again.
#ifdef IS_LIBRARY
#include <math.h>
#include <stdlib.h>
double __enzyme_autodiff(void *, ...);
static double chained(double x, int n) {
  double **all = malloc(n * sizeof *all), sum = 0;
  for (int i = 0; i < n; i++) {
    all[i] = malloc(sizeof **all);
    *all[i] = i ? sin(*all[i - 1]) * x : x;
  }
  for (int i = 0; i < n; i++) {
    sum += *all[i] * *all[i];
    free(all[i]);
  }
  free(all);
  return sum;
}
double slope(double x, int n) { return __enzyme_autodiff((void *)chained, x, n); }
#else
#include <assert.h>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <stddef.h>

static double byLibrary(int n) {
  void *library = dlopen(LIBRARY, RTLD_NOW);
  assert(library);
  double (*slope)(double, int) = (double (*)(double, int))dlsym(library, "slope");
  double result = slope(0.7, n);
  dlclose(library);
  assert(!dlopen(LIBRARY, RTLD_NOW | RTLD_NOLOAD));
  return result;
}

static void *run(void *again) {
  double first = byLibrary(10);
  for (int i = 0; i < 3; i++)
    assert(byLibrary(10) == first);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_t thread;
    assert(pthread_create(&thread, NULL, run, NULL) == 0);
    pthread_join(thread, NULL);
  }
  byLibrary(100000);
  size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (int i = 0; i < 10; i++)
    byLibrary(100000);
  assert(mallinfo2().uordblks + mallinfo2().hblkhd < before + (1 << 20));
}
#endif
