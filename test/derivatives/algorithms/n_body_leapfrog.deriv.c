// Leapfrog integration of three bodies for many steps: state in structs, energy at the end.
#include "check.h"

typedef struct {
  double q[2], v[2], m;
} body;
static void kick(body *b, int n, double h) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      if (i == j)
        continue;
      const double dx = b[j].q[0] - b[i].q[0], dy = b[j].q[1] - b[i].q[1],
                   r2 = dx * dx + dy * dy + 0.1;
      const double s = h * b[j].m / (r2 * sqrt(r2));
      b[i].v[0] += s * dx;
      b[i].v[1] += s * dy;
    }
}
double f(const double *x) {
  body b[3];
  for (int i = 0; i < 3; i++)
    b[i] = (body){{x[2 * i], x[2 * i + 1]}, {0.1 * i, -0.2 * x[i]}, 1 + 0.1 * i};
  for (int step = 0; step < 30; step++) {
    kick(b, 3, 0.01);
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 2; k++)
        b[i].q[k] += 0.02 * b[i].v[k];
    kick(b, 3, 0.01);
  }
  double energy = 0;
  for (int i = 0; i < 3; i++)
    energy +=
        0.5 * b[i].m * (b[i].v[0] * b[i].v[0] + b[i].v[1] * b[i].v[1]) + b[i].q[0] * b[i].q[1];
  return energy;
}

CHECK_FUNCTION(f, 6, 1, 0, -0.5, 0.8, -0.4, -0.9);
