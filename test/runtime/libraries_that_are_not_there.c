// A program looks for a library, closes it and takes the time beside its numbers: none of that
// carries a derivative. (What a library holds does, and is asked for by dlsym, which is refused.)
// RUN: enzyme-clang -O1 -Wno-deprecated-declarations %s -o %t && %t
#include <dlfcn.h>
#include <stdio.h>
#include <sys/timeb.h>
extern double __enzyme_autodiff(void *, ...);
extern double __enzyme_fwddiff(void *, ...);
static double scaled(double x) {
  void *library = dlopen("a library that is not there.so", RTLD_NOW);
  if (!library && !dlerror())
    puts("no reason");
  struct timeb now;
  ftime(&now);
  if (library)
    dlclose(library);
  return x * x * (now.time > 0 ? 2 : 1) * (library ? 0 : 1);
}
int main(void) {
  int isRight = __enzyme_autodiff((void *)scaled, 3.0) == 12;
  return isRight && __enzyme_fwddiff((void *)scaled, 3.0, 1.0) == 12 ? 0 : 1;
}
