// memcpy, mempcpy by hand, memmove, memset, memcmp, memchr, and zeroing of parts.
#include "check.h"

struct block {
  double head[3];
  int flags[2];
  double tail[2];
};

double f(const double *x, int n) {
  struct block a, b;
  memset(&a, 0, sizeof a);
  memcpy(a.head, x, sizeof(double) * 3);
  memmove(a.head + 1, a.head, sizeof(double) * 2);
  a.flags[1] = 7;
  memcpy(a.tail, a.head + 1, sizeof a.tail);
  b = a;
  memset(b.head + 1, 0, sizeof(double));
  const int isSame = memcmp(&a, &b, sizeof a) == 0;
  const char *found = memchr("abc", 'b', 3);
  double sums[8] = {0};
  memcpy(sums + n, b.tail, sizeof b.tail);
  double r = isSame ? 0 : x[0];
  for (int i = 0; i < 3; i++)
    r += a.head[i] * (b.head[i] + 1) * (i + 1);
  return r + sums[n] * sums[n + 1] * b.flags[1] + (double)(*found == 'b') * x[2];
}

CHECK_FUNCTION_N(f, 4, 0.5, -1.5, 0.75, 2.0);
