/* Energies of poses of a small molecule before a large one, summed over all pairs of their atoms:
 * poses lie in the lanes of a vector, blocks of poses are shared out among threads and ranks. The
 * inputs are the poses: three angles and a place each. */
//! check: 96 20
#include "frame.h"

enum { lanes = 8, parts = 6 };

struct atom {
  double x, y, z, radius, charge;
};

struct problem {
  int poses, first, own, small, large; // poses come in whole blocks
  struct atom *ligand, *protein;
};

static void turn(const double *pose, const struct atom *atom, double *x, double *y, double *z) {
#pragma omp simd
  for (int l = 0; l < lanes; l++) {
    double sa = sin(pose[l]), ca = cos(pose[l]), sb = sin(pose[lanes + l]),
           cb = cos(pose[lanes + l]);
    double sc = sin(pose[2 * lanes + l]), cc = cos(pose[2 * lanes + l]);
    x[l] = cb * cc * atom->x + (sa * sb * cc - ca * sc) * atom->y +
           (ca * sb * cc + sa * sc) * atom->z + pose[3 * lanes + l];
    y[l] = cb * sc * atom->x + (sa * sb * sc + ca * cc) * atom->y +
           (ca * sb * sc - sa * cc) * atom->z + pose[4 * lanes + l];
    z[l] = -sb * atom->x + sa * cb * atom->y + ca * cb * atom->z + pose[5 * lanes + l];
  }
}

static void block_energy(const struct problem *p, const double *pose, double *energy) {
  for (int l = 0; l < lanes; l++)
    energy[l] = 0;
  for (int a = 0; a < p->small; a++) {
    double x[lanes], y[lanes], z[lanes];
    turn(pose, &p->ligand[a], x, y, z);
    for (int b = 0; b < p->large; b++) {
      const struct atom *other = &p->protein[b];
      double touch = other->radius + p->ligand[a].radius,
             charge = other->charge * p->ligand[a].charge;
#pragma omp simd
      for (int l = 0; l < lanes; l++) {
        double dx = x[l] - other->x, dy = y[l] - other->y, dz = z[l] - other->z;
        double distance = sqrt(dx * dx + dy * dy + dz * dz + 0.01), gap = distance - touch;
        double contact = gap < 0 ? 40 * gap * gap : 0;
        double electric = gap < 4 ? charge * (1 - 0.25 * gap) * (1 - 0.25 * gap) : 0;
        energy[l] += contact + electric;
      }
    }
  }
}

static double value(const struct problem *p, const double *input) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (int block = 0; block < p->own / lanes; block++) {
    double energy[lanes];
    block_energy(p, input + parts * lanes * block, energy);
    for (int l = 0; l < lanes; l++)
      sum += energy[l] * (1 + 0.01 * l);
  }
  return sum;
}

static double noise(int i) {
  double s = 43758.5453 * sin(12.9898 * i + 4.1);
  return s - floor(s);
}

static struct atom *atoms(int n, double extent, int seed) {
  struct atom *result = malloc((size_t)n * sizeof *result);
  for (int i = 0; i < n; i++) {
    int at = seed + 5 * i;
    struct atom one = {extent * (noise(at) - 0.5), extent * (noise(at + 1) - 0.5),
                       extent * (noise(at + 2) - 0.5), 0.9 + noise(at + 3), 2 * noise(at + 4) - 1};
    result[i] = one;
  }
  return result;
}

static struct problem *prepare(int size, int steps) {
  struct problem *p = malloc(sizeof *p);
  int blocks = size / lanes;
  p->poses = blocks * lanes;
  p->first = blocks * rank / ranks * lanes;
  p->own = blocks * (rank + 1) / ranks * lanes - p->first;
  p->small = steps / 4;
  p->large = steps;
  p->ligand = atoms(p->small, 4, 7);
  p->protein = atoms(p->large, 12, 1007);
  return p;
}

static int inputs(const struct problem *p) { return parts * p->own; }
static int all_inputs(const struct problem *p) { return parts * p->poses; }
static int place(const struct problem *p, int i) { return parts * p->first + i; }
static double start(const struct problem *p, int at) {
  (void)p;
  return 6 * noise(3 * at) - 3;
}
