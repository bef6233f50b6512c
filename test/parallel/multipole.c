/* Cross sections from the poles of resonances: at each energy a sum over the nuclides of a
 * material, and of each over the poles in the window of that energy. Lookups differ much in what
 * they cost: threads take them as they come. Each rank has some of the lookups and all poles, which
 * are the inputs: four numbers each. */
//! check: 12 300
#include "frame.h"

enum { poles = 60, windows = 6, parts = 4, materials = 5 };

struct problem {
  int nuclides, lookups, first, own;
  double *density;
};

static double noise(int i) {
  double s = 43758.5453 * sin(12.9898 * i + 4.1);
  return s - floor(s);
}

/* Far from 0 by three terms, near by with a Gaussian. */
static void profile(double x, double y, double *re, double *im) {
  double square = x * x + y * y;
  if (square > 36) {
    double a = x * x - y * y - 0.5, b = 2 * x * y, over = 0.5641895835 / (a * a + b * b);
    *re = over * (y * a * -1 + x * b);
    *im = over * (x * a + y * b);
  } else {
    double fade = exp(-0.2 * square);
    *re = fade * cos(0.4 * x * y) + y / (1 + square);
    *im = fade * sin(0.4 * x * y) + x / (1 + square);
  }
}

static double lookup(const struct problem *p, int at, const double *pole) {
  double energy = 0.02 + 0.96 * noise(7 * at), root = sqrt(energy), sum = 0;
  int material = (int)(noise(11 * at + 3) * materials);
  int window = (int)(energy * windows),
      few = 1 + material * material * p->nuclides / (materials * materials);
  for (int k = 0; k < few; k++) {
    int nuclide = (k * 7 + material * 3) % p->nuclides;
    double phase = 0.7 * root * (1 + nuclide % 4), total = 0.01, absorbed = 0.01;
    int from = window * poles / windows - nuclide % 3,
        to = (window + 1) * poles / windows + material % 3;
    for (int i = from < 0 ? 0 : from; i < (to > poles ? poles : to); i++) {
      const double *q = pole + parts * (nuclide * poles + i);
      double re, im;
      profile((root - q[0]) * 30, q[1] * 30, &re, &im);
      total += q[2] * (re * cos(phase) - im * sin(phase));
      absorbed += q[3] * re;
    }
    sum += p->density[nuclide] * (total + 0.3 * absorbed * absorbed);
  }
  return sum;
}

static double value(const struct problem *p, const double *input) {
  double sum = 0;
#pragma omp parallel for schedule(dynamic, 8) reduction(+ : sum)
  for (int i = 0; i < p->own; i++)
    sum += lookup(p, p->first + i, input);
  return sum;
}

static struct problem *prepare(int size, int steps) {
  struct problem *p = malloc(sizeof *p);
  p->nuclides = size;
  p->lookups = steps;
  p->first = steps * rank / ranks;
  p->own = steps * (rank + 1) / ranks - p->first;
  p->density = malloc((size_t)size * sizeof *p->density);
  for (int i = 0; i < size; i++)
    p->density[i] = 0.2 + noise(1000 + i);
  return p;
}

static int inputs(const struct problem *p) { return parts * poles * p->nuclides; }
static int all_inputs(const struct problem *p) { return inputs(p); }
static int place(const struct problem *p, int i) {
  (void)p;
  return i;
}
static double start(const struct problem *p, int at) {
  (void)p;
  int part = at % parts, pole = at / parts % poles;
  return part == 0   ? sqrt((pole + noise(at)) / poles)
         : part == 1 ? 0.01 + 0.05 * noise(at)
                     : 2 * noise(at) - 1;
}
