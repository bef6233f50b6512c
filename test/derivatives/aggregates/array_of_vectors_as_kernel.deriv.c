// Pairwise forces between particles: structs of vectors updated in place.
#include "check.h"
typedef struct {
  double position[3], force[3], mass;
} body;

static void interact(body *a, body *b) {
  double d[3], r2 = 0.01;
  for (int k = 0; k < 3; k++) {
    d[k] = a->position[k] - b->position[k];
    r2 += d[k] * d[k];
  }
  const double s = a->mass * b->mass / (r2 * sqrt(r2));
  for (int k = 0; k < 3; k++) {
    a->force[k] -= s * d[k];
    b->force[k] += s * d[k];
  }
}
double f(const double *x) {
  body all[3];
  memset(all, 0, sizeof all);
  for (int i = 0; i < 3; i++) {
    memcpy(all[i].position, x + 3 * i, sizeof all[i].position);
    all[i].mass = 1 + 0.1 * x[i];
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < i; j++)
      interact(&all[i], &all[j]);
  double energy = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      energy += all[i].force[k] * all[i].force[k];
  return energy;
}

CHECK_FUNCTION(f, 9, 1, 0, 0.5, -1, 2, 0.25, 0.3, -1, 1);
