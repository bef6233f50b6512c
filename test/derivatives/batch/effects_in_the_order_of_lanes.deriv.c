// What a lane writes, the next one reads; and what lanes print comes lane by lane.
#include "check.h"
extern int enzyme_width, enzyme_scalar;
typedef struct {
  double v[3];
} V3;
V3 __enzyme_batch_3(void *, ...);
static int log_[16], entries;
double record(double x, int id, double *state) {
  log_[entries++] = 10 * id;
  *state = *state * 2 + x;
  log_[entries++] = 10 * id + 1;
  return *state;
}
CHECK_VALUES(order) {
  double state = 1;
  V3 r = __enzyme_batch_3((void *)record, enzyme_width, 3, 1.0, 2.0, 3.0, 7, 8, 9, enzyme_scalar,
                          &state);
  EXPECT_EXACT(r.v[0], 3);
  EXPECT_EXACT(r.v[1], 8);
  EXPECT_EXACT(r.v[2], 19);
  int expected[6] = {70, 71, 80, 81, 90, 91};
  EXPECT_EXACT(entries, 6);
  for (int i = 0; i < 6; i++)
    EXPECT_EXACT(log_[i], expected[i]);
}
