// A derivative runs the primal: what it leaves in static variables of other files is what
// the program sees there.
#include "check.h"

double counted(double x);
int count(void);
void setFactor(double value);
double scaled(double x);

CHECK_VALUES(state) {
  int before = count();
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)counted, 3.0), 6, 1e-12);
  EXPECT_TRUE(count() == before + 1);
  EXPECT_CLOSE(counted(2), 4, 1e-12);
  EXPECT_TRUE(count() == before + 2);
  setFactor(5);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)scaled, 3.0), 5, 1e-12);
  setFactor(-1);
  EXPECT_CLOSE(__enzyme_autodiff_check((void *)scaled, 3.0), -1, 1e-12);
}
