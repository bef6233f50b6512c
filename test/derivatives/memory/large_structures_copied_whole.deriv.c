// Structures with arrays of more numbers than a pattern has pieces, in variables and on the heap,
// copied in part and as a whole; an array of records with text in it, moved one by one, sorted and
// copied: what repeats is asked once.
#include "check.h"
#include <stdlib.h>

/// Particles that stream over a lattice and collide (a lattice Boltzmann method).
enum { NX = 100, NY = 90, SPEEDS = 9, PARTICLES = 6000 };
typedef struct {
  double f[NX][NY][SPEEDS], next[NX][NY][SPEEDS], density[NX][NY];
  unsigned char isSolid[NX][NY];
  double relaxation;
  int step;
} lattice;
static const int along[SPEEDS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int across[SPEEDS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int opposite[SPEEDS] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static lattice own;

NOINLINE static void begin(lattice *l, double speed, double relaxation) {
  l->relaxation = relaxation;
  l->step = 0;
  memset(l->isSolid, 0, sizeof l->isSolid);
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++) {
      l->isSolid[x][y] = abs(x - NX / 2) + abs(y - NY / 2) < 9;
      for (int k = 0; k < SPEEDS; k++)
        l->f[x][y][k] = (1 + 3 * along[k] * speed * (1 + 0.1 * (x == y))) / SPEEDS;
    }
}
NOINLINE static void collide(lattice *l) {
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++) {
      double density = 0, flow = 0, *f = l->f[x][y];
      for (int k = 0; k < SPEEDS; k++) {
        density += f[k];
        flow += along[k] * f[k];
      }
      l->density[x][y] = density;
      for (int k = 0; k < SPEEDS; k++)
        f[k] -= (f[k] - (density + 3 * along[k] * flow) / SPEEDS) / l->relaxation;
    }
}
NOINLINE static void stream(lattice *l) {
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++)
      for (int k = 0; k < SPEEDS; k++) {
        int toX = (x + along[k] + NX) % NX, toY = (y + across[k] + NY) % NY;
        if (l->isSolid[toX][toY])
          l->next[x][y][opposite[k]] = l->f[x][y][k];
        else
          l->next[toX][toY][k] = l->f[x][y][k];
      }
  memcpy(l->f, l->next, sizeof l->f);
  l->step++;
}
static double flowOf(const lattice *l) {
  double sum = 0;
  for (int x = 0; x < NX; x++)
    for (int y = 0; y < NY; y++)
      if (!l->isSolid[x][y])
        sum += l->density[x][y] * l->f[x][y][1] * (x % 7) + l->f[x][y][5] * l->f[x][y][5];
  return sum * l->step / NX;
}
static double inVariable(const double *x) {
  begin(&own, x[0], x[1]);
  collide(&own);
  stream(&own);
  collide(&own);
  return flowOf(&own);
}
static double onTheHeap(const double *x) {
  lattice *l = calloc(1, sizeof *l), *copy = malloc(sizeof *copy);
  begin(l, x[0], x[1]);
  collide(l);
  stream(l);
  *copy = *l;
  collide(copy);
  double result = flowOf(copy) + l->density[3][4] * x[0];
  free(l);
  free(copy);
  return result;
}

typedef struct {
  double at[3], mass;
  int cell, id;
  float charge;
  char name[20];
} particle;
static particle all[PARTICLES], sorted[PARTICLES];
static int byCell(const void *a, const void *b) {
  const particle *p = a, *q = b;
  return p->cell != q->cell ? p->cell - q->cell : p->id - q->id;
}
static double ofParticles(const double *x) {
  int first[10];
  for (int i = 0; i < PARTICLES; i++)
    all[i] = (particle){{x[0] * sin(i), x[1] * cos(0.7 * i), 0.5},
                        1 + 1e-3 * (i % 9),
                        (i * 7) % 10,
                        i,
                        i % 2 ? 1 : -1,
                        "ion"};
  memset(first, 0, sizeof first);
  for (int i = 0; i < PARTICLES; i++)
    for (int c = all[i].cell + 1; c < 10; c++)
      first[c]++;
  for (int i = 0; i < PARTICLES; i++)
    sorted[first[all[i].cell]++] = all[i];
  memcpy(all, sorted, sizeof all);
  for (int i = 0; i < PARTICLES; i++)
    all[i].at[2] += all[i].at[0] * all[i].at[1] * (i % 5) * all[i].charge;
  qsort(all, PARTICLES, sizeof *all, byCell);
  double sum = 0;
  for (int i = 1; i < PARTICLES; i++)
    sum += all[i].mass * all[i].at[2] * all[i - 1].at[0] * (i % 3);
  return sum / PARTICLES;
}

CHECK_FUNCTION(inVariable, 2, 0.1, 0.8);
CHECK_FUNCTION(onTheHeap, 2, 0.1, 0.8);
CHECK_FUNCTION(ofParticles, 2, 0.9, 1.1);
