// A buffer grown by realloc while it holds active values: sum of (x(i+1))^2, i < 3, at 2 is 56.
// matrix: full
#include "check.h"

double f(double x) {
  double *data = 0;
  int count = 0, room = 0;
  for (int i = 0; i < 3; i++) {
    if (count == room) {
      room = room ? 2 * room : 1;
      data = (double *)realloc(data, sizeof(double) * (size_t)room);
    }
    data[count++] = x * (i + 1);
  }
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += data[i] * data[i];
  free(data);
  return sum;
}

CHECK_SCALAR(f, 2, -0.5);
CHECK_VALUES(closed) { EXPECT_EXACT(__enzyme_autodiff_check((void *)f, 2.0), 56); }
