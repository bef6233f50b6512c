// Another file gets the address of memory that this one seems to keep for itself, or gives one, as
// an integer: a shadow brought by an argument and one made here would be two of the same memory. It has
// the argument's where it is found that this leads there; in the middle of a variable it is not.
#include "check.h"
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

double __enzyme_autodiff_kept(void *, ...);
void lend(uintptr_t distance);
double *lent(void), *taken(void), *halves(void);

static double *scratch;
void take(uintptr_t address) { scratch = (double *)address; }
double lentByOthers(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    scratch[i] = x[i] * x[i];
  return y[0] * scratch[1];
}

static struct {
  double *data;
  uint64_t room;
} own;
static void prepare(uint64_t n) {
  if (n > own.room) {
    own.data = realloc(own.data, n * sizeof(double));
    own.room = n;
  }
}
uintptr_t give(void) {
  prepare(10);
  return (uintptr_t)own.data;
}
double givenToOthers(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    own.data[i] = x[i] * x[i];
  return y[0] * own.data[1];
}

static double *parted;
void givePart(uint32_t *low, uint32_t *high) {
  if (!parted)
    parted = calloc(10, sizeof *parted);
  uintptr_t address = (uintptr_t)parted;
  *low = (uint32_t)address;
  *high = (uint32_t)(address >> 32);
}
double givenInParts(const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    parted[i] = x[i] * x[i];
  return y[0] * parted[1];
}

enum { isRight = 0, isStopped = 1 };
static int outcome(void *f, double *y) {
  double x[3] = {0.5, -1.5, 0.75}, g[3] = {0}, dy[10] = {0};
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    freopen("/dev/null", "w", stderr);
    if (f == (void *)lentByOthers)
      __enzyme_autodiff_kept((void *)lentByOthers, enzyme_dup, x, g, enzyme_dup, y, dy, enzyme_const, 3);
    else if (f == (void *)givenToOthers)
      __enzyme_autodiff_kept((void *)givenToOthers, enzyme_dup, x, g, enzyme_dup, y, dy, enzyme_const, 3);
    else
      __enzyme_autodiff_kept((void *)givenInParts, enzyme_dup, x, g, enzyme_dup, y, dy, enzyme_const, 3);
    _exit(g[0] == 2.25 ? 0 : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
CHECK_VALUES(outcomes) {
  lend(8);
  EXPECT_TRUE(outcome((void *)lentByOthers, lent()) == isStopped);
  lend(0);
  EXPECT_TRUE(outcome((void *)lentByOthers, lent()) == isRight);
  EXPECT_TRUE(outcome((void *)givenToOthers, taken()) == isRight);
  EXPECT_TRUE(outcome((void *)givenInParts, halves()) == isRight);
}
