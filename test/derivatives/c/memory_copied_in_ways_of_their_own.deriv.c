// memccpy, which ends at a byte; swab, which exchanges neighbours.
#define _GNU_SOURCE
#include "check.h"

#include <unistd.h>

struct record {
  double values[3];
  unsigned char end;
  double last;
};
/// Differences would come upon other bytes.
static double upToAByte(const double *x) {
  struct record a, b;
  memset(&a, 0, sizeof a);
  memset(&b, 0, sizeof b);
  for (int i = 0; i < 3; i++)
    a.values[i] = x[i] * (i + 1);
  a.end = 0xaa;
  a.last = x[1];
  char *behind = memccpy(&b, &a, 0xaa, sizeof a);
  return b.values[0] * b.values[1] * b.values[2] + b.last + (double)(behind - (char *)&b);
}
CHECK_VALUES(up_to_a_byte) {
  double x[3] = {1, 2, 3}, adjoints[3] = {0};
  EXPECT_CLOSE(upToAByte(x), 36 + 25, 1e-14);
  __enzyme_autodiff_checkv((void *)upToAByte, enzyme_dup, x, adjoints);
  EXPECT_CLOSE(adjoints[0], 36, 1e-14);
  EXPECT_CLOSE(adjoints[1], 18, 1e-14);
  EXPECT_CLOSE(adjoints[2], 12, 1e-14);
}

double withoutThatByte(const double *x, int n) {
  double a[3], b[3];
  for (int i = 0; i < n; i++)
    a[i] = x[i] * (i + 1);
  int isMissing = memccpy(b, a, 0x5b, sizeof a) == NULL;
  return isMissing * b[0] * b[1] * b[2];
}
CHECK_FUNCTION_N(withoutThatByte, 3, 1, 2, 4);

double swappedTwice(const double *x, int n) {
  double a[3], b[3], c[3];
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  swab(a, b, sizeof a);
  swab(b, c, sizeof b);
  return c[0] * x[1] + c[1] * c[2];
}
CHECK_FUNCTION_N(swappedTwice, 3, 1, 2, 3);
