// Structs in structs in arrays, addressed by constant and variable indices.
#include "check.h"
typedef struct {
  double x, y;
} point;
typedef struct {
  point corner[3];
  struct {
    int n;
    double weight[2];
  } data;
} triangle;

double f(const double *x) {
  triangle t[2];
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++) {
      t[k].corner[i].x = x[i] * (k + 1);
      t[k].corner[i].y = x[(i + 1) % 3] * x[k];
      t[k].data.n = k;
      t[k].data.weight[i % 2] = t[k].corner[i].x * t[k].corner[i].y;
    }
  double r = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++)
      r += t[k].corner[i].x * t[1 - k].corner[2 - i].y * t[k].data.weight[t[k].data.n];
  return r;
}

CHECK_FUNCTION(f, 3, 0.5, -1.5, 0.75);
