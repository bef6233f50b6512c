// Structures that are copied in two parts, by a function that does not know them: what the first
// part is does not go on behind it, as elements of an array do.
#include "check.h"
#include <string.h>

struct mirrored {
  double first;
  long count, other;
  double last;
};
NOINLINE static void moveHalves(void *to, void *from) {
  memcpy(to, from, 16);
  memcpy((char *)to + 16, (char *)from + 16, 16);
}
NOINLINE static void fill(struct mirrored *one, double value) {
  *one = (struct mirrored){value, 3, 4, value * value};
}
double inHalves(const double *x) {
  struct mirrored all[4];
  fill(&all[0], x[0] * x[1]);
  for (int i = 0; i < 3; i++) {
    fill(&all[i + 1], 0);
    moveHalves(&all[i + 1], &all[i]);
    all[i + 1].first *= x[i];
  }
  return all[3].first * all[3].count + all[3].last * x[2];
}
CHECK_FUNCTION(inHalves, 3, 0.7, -1.2, 2.1);
