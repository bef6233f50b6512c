// A random number that is stored through a pointer is a constant, whatever lay there before: by drand48_r and
// erand48_r, and bytes of a file by the system's own number for read.
#define _GNU_SOURCE
#include "check.h"
#include <sys/syscall.h>
#include <unistd.h>

double by_drand48_r(const double *p) {
  double x = *p;
  struct drand48_data state;
  srand48_r(7, &state);
  double number = x * x;
  drand48_r(&state, &number);
  return (number + 1) * x * x;
}
double by_erand48_r(const double *p) {
  double x = *p;
  struct drand48_data state;
  srand48_r(7, &state);
  unsigned short seed[3] = {1, 2, 3};
  double number = x * x;
  erand48_r(seed, &state, &number);
  return (number + 1) * x * x;
}
double by_number(const double *p) {
  double x = *p;
  int ends[2];
  double sent = 5, number = x * x;
  if (pipe(ends) != 0 || write(ends[1], &sent, sizeof sent) != sizeof sent)
    return 0;
  long length = syscall(SYS_read, ends[0], &number, sizeof number);
  close(ends[0]);
  close(ends[1]);
  return length == sizeof number ? number * x : 0;
}
double by_number_as_integer(const double *p) {
  double x = *p;
  int ends[2];
  double sent = 5, number = x * x;
  if (pipe(ends) != 0 || write(ends[1], &sent, sizeof sent) != sizeof sent)
    return 0;
  long length = syscall(SYS_read, (long)ends[0], (long)&number, 8L);
  close(ends[0]);
  close(ends[1]);
  return length == sizeof number ? number * x : 0;
}

CHECK_FUNCTION(by_drand48_r, 1, 1.5);
CHECK_FUNCTION(by_erand48_r, 1, 1.5);
CHECK_FUNCTION(by_number, 1, 1.5);
CHECK_FUNCTION(by_number_as_integer, 1, 1.5);
