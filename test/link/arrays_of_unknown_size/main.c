// Arrays whose size only the file says that defines them: their shadows have to be as large.
#include "check.h"
struct model {
  double scale, offset;
  int kind;
  double *table;
};
extern struct model models[];
extern const double weights[];
extern double squares[];
double use(int i);

double ofStructures(double x) {
  models[1].scale = x * x;
  models[1].offset = 3 * x;
  double *table = models[2].table;
  table[0] = x;
  return models[1].scale * models[1].offset + models[0].offset * x + weights[1] * table[0] + use(1);
}
double ofNumbers(double x) {
  for (int i = 0; i < 6; i++)
    squares[i] = x * i;
  double sum = 0;
  for (int i = 0; i < 6; i++)
    sum += squares[i] * squares[5 - i];
  return sum;
}
CHECK_SCALAR(ofStructures, 2, -0.5);
CHECK_SCALAR(ofNumbers, 2, -0.5);
