// A function that is found when the program runs, and called through a pointer, changes an integer
// that derivatives need as it was before.
// flags: -ldl
#include "check.h"
#include <dlfcn.h>
typedef int (*scanner)(const char *, const char *, ...);
static scanner volatile scan;
__attribute__((constructor)) static void find(void) {
  scan = (scanner)dlsym(RTLD_DEFAULT, "sscanf");
}

static const char *const texts[] = {"2", "3", "5", "7"};
double weighted(const double *x, int n) {
  int weight = 1;
  double sum = 0;
  for (int i = 0; i < n; i++) {
    int before = weight;
    scan(texts[i], "%d", &weight);
    sum += x[i] * x[i] * before;
  }
  return sum;
}
CHECK_FUNCTION_N(weighted, 4, 1, 2, 0.5, -1);
