// Vectors of the program that are wider than any register: shuffled, chosen by masks, indexed, read in part, in structures.
#include "check.h"
typedef double Wide __attribute__((vector_size(128)));
typedef long Mask __attribute__((vector_size(128)));

static double shuffled(const double *x) {
  Wide a, b;
  for (int i = 0; i < 16; i++)
    a[i] = x[i % 4] * (i + 1);
  b = __builtin_shufflevector(a, a, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  Mask m = a > b;
  Wide c = (Wide)((m & (Mask)(a * b)) | (~m & (Mask)(a + b)));
  double s = 0;
  for (int i = 0; i < 16; i += 3)
    s += c[(i * 5) % 16] * b[i];
  Wide d = (Wide)((m & (Mask)(c * c)) | (~m & (Mask)(b - a * 2)));
  for (int i = 0; i < 16; i++)
    s += d[i] / (i + 1);
  return s;
}
CHECK_FUNCTION(shuffled, 4, 0.3, -0.2, 0.5, 0.7);

typedef struct {
  Wide w;
  double y;
} Both;
static double inStructures(const double *x) {
  Both both[3];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 16; i++)
      both[k].w[i] = x[(i + k) % 4] * (i - k);
    both[k].y = x[k];
  }
  Wide sum = both[0].w * both[1].y + both[2].w * both[0].w;
  const double *p = (const double *)&sum;
  return p[3] * p[7] + p[15];
}
CHECK_FUNCTION(inStructures, 4, 0.3, -0.2, 0.5, 0.7);
