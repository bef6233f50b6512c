// Addresses that carry an index in their low bits, which is taken out by masks and exclusive ors (meshes of Triangle and
// TetGen): `ver = p & 15, face = p ^ ver`.
#include "check.h"
#include <stdint.h>
#include <stdlib.h>

typedef struct face {
  struct face *neighbours[4];
  double value;
} face;

typedef struct {
  face *face;
  int side;
} handle;

#define DECODE(tagged, handle)                                                                     \
  ((handle).side = (int)((uintptr_t)(tagged) & 15),                                                \
   (handle).face = (face *)((uintptr_t)(tagged) ^ (uintptr_t)(handle).side))
#define ENCODE(handle) ((face *)((uintptr_t)(handle).face | (uintptr_t)(handle).side))

NOINLINE static int walk(handle *at, int steps) {
  face *tagged = ENCODE(*at);
  int passed = 0;
  do {
    tagged = at->face->neighbours[at->side & 3];
    DECODE(tagged, *at);
    passed += at->side;
    if (at->face->value > 0 && (passed & 1)) {
      tagged = at->face->neighbours[(at->side + 1) & 3];
      DECODE(tagged, *at);
    } else if (passed % 5 == 2) {
      tagged = at->face->neighbours[(at->side + 2) & 3];
    }
    DECODE(tagged, *at);
  } while (--steps);
  return passed;
}

double mesh(const double *x) {
  face *all[4];
  for (int i = 0; i < 4; i++) {
    all[i] = aligned_alloc(16, 48);
    all[i]->value = x[i % 3] * x[(i + 1) % 3];
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      handle to = {all[(i + j + 1) % 4], (i * j + 1) % 4};
      all[i]->neighbours[j] = ENCODE(to);
    }
  handle at = {all[0], 1};
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    int passed = walk(&at, i + 1);
    sum += at.face->value * (passed + at.side);
    at.face->value *= x[i % 3];
  }
  for (int i = 0; i < 4; i++) {
    sum += all[i]->value;
    free(all[i]);
  }
  return sum;
}
CHECK_FUNCTION(mesh, 3, 0.3, 0.7, -0.4);

// Tags that only the run knows.
double tagged_by_the_run(const double *x) {
  volatile int tag[2] = {3, 5};
  uintptr_t words[2];
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    face *one = aligned_alloc(16, 48);
    one->value = x[i] * x[2];
    words[i] = (uintptr_t)one ^ (uintptr_t)(tag[i] & 7);
  }
  for (int i = 0; i < 2; i++) {
    face *one = (face *)(words[i] ^ (uintptr_t)(tag[i] & 7));
    sum += one->value * x[i];
    free(one);
  }
  return sum;
}
CHECK_FUNCTION(tagged_by_the_run, 3, 0.3, 0.7, -0.4);

// Taken off by a difference.
NOINLINE static face *withoutTag(uintptr_t word) {
  uintptr_t tag = word & 7;
  return (face *)(tag & 1 ? word - tag : word ^ tag);
}

double subtracted(const double *x) {
  uintptr_t words[3];
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    face *one = aligned_alloc(16, 48);
    one->value = x[i] * x[2];
    words[i] = (uintptr_t)one + (uintptr_t)(i + 1);
  }
  for (int i = 0; i < 3; i++) {
    face *one = withoutTag(words[i]);
    sum += one->value * x[i];
    free(one);
  }
  return sum;
}
CHECK_FUNCTION(subtracted, 3, 0.3, 0.7, -0.4);
