// Whole structs copied by assignment, in loops and through pointers.
#include "check.h"
typedef struct {
  double position[2];
  int id;
  double mass;
} particle;

double f(const double *x, int n) {
  particle all[4], heaviest;
  for (int i = 0; i < n; i++) {
    all[i].position[0] = x[i];
    all[i].position[1] = x[i] * x[i];
    all[i].id = i;
    all[i].mass = x[(i + 1) % n];
  }
  heaviest = all[0];
  for (particle *p = all; p < all + n; p++)
    if (p->mass > heaviest.mass)
      heaviest = *p;
  all[heaviest.id == 0 ? 1 : 0] = heaviest;
  return all[0].mass * all[1].position[1] + heaviest.position[0];
}

CHECK_FUNCTION_N(f, 4, 1, -2, 3, 0.5);
