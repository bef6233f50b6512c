// A structure that is copied in two parts, the first of which ends within a member.
#define CHECK_REAL float
#define CHECK_TOLERANCE 5e-3
#include "check.h"
#include <string.h>

struct narrow {
  float first;
  int count;
  float last;
};
NOINLINE static void moveOddly(char *to, char *from) {
  memcpy(to, from, 6);
  memcpy(to + 6, from + 6, sizeof(struct narrow) - 6);
}
float acrossAMember(const float *x) {
  struct narrow a = {x[0] * x[1], 3, x[1] * x[2]}, b = {0};
  moveOddly((char *)&b, (char *)&a);
  return b.first * b.count + b.last * x[0];
}
CHECK_FUNCTION(acrossAMember, 3, 0.7f, -1.2f, 2.1f);
