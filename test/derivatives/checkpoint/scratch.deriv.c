// Work arrays that each iteration fills before it reads them need not be in the snapshots. Those of which it reads
// something first, in part, through another pointer or in a function, must be.
// flags: -Werror=enzyme-checkpoint
#define CHECK_FROM_TAPE
#undef CHECK_SPLIT_BITS // steps that run again sum in another order
#include "check.h"
#include <stdlib.h>

#ifdef ENZYME_VERSION_MAJOR
void __enzyme_checkpoint(int);
#else
#define __enzyme_checkpoint(snapshots) ((void)0)
#endif
enum { N = 11, STEPS = 13 };

/// Filled, then read; and what the last iteration left is read behind the loop.
double fluxes(const double *x) {
  double u[N], flux[N];
  for (int i = 0; i < N; i++)
    u[i] = x[i], flux[i] = 0.1 * x[i];
  for (int t = 0; t < STEPS; t++) {
    __enzyme_checkpoint(3);
    for (int i = 0; i < N; i++)
      flux[i] = u[i] * u[(i + 1) % N];
    for (int i = 0; i < N; i++)
      u[i] += 0.05 * (flux[i] - sin(flux[(i + N - 1) % N]));
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += (i + 1) * u[i] + flux[i] * flux[i];
  return sum;
}
/// Set to zero and added to, as forces are; on the heap.
void forces(const double *x, double *y) {
  double *place = malloc(N * sizeof *place), *force = malloc(N * sizeof *force);
  for (int i = 0; i < N; i++)
    place[i] = i + x[i];
  for (int t = 0; t < STEPS; t++) {
    __enzyme_checkpoint(3);
    for (int i = 0; i < N; i++)
      force[i] = 0;
    for (int i = 0; i < N; i++)
      for (int j = 0; j < i; j++) {
        double pull = sin(place[i] - place[j]);
        force[i] += pull;
        force[j] -= pull;
      }
    for (int i = 0; i < N; i++)
      place[i] += 0.02 * force[i];
  }
  for (int i = 0; i < N; i++)
    y[i] = place[i] * force[i];
  free(place);
  free(force);
}
/// The last element is never written, the first is read before.
double inPart(const double *x) {
  double u[N], work[N];
  for (int i = 0; i < N; i++)
    u[i] = x[i], work[i] = x[i] * x[0];
  for (int t = 0; t < STEPS; t++) {
    __enzyme_checkpoint(3);
    u[0] += 0.1 * work[0];
    for (int i = 0; i + 1 < N; i++)
      work[i] = u[i] * u[i + 1];
    for (int i = 0; i < N; i++)
      u[i] -= 0.1 * work[i];
  }
  return u[0] * u[1] + u[N - 1] * work[2];
}
/// Written under a condition that changes: what an earlier iteration wrote is read.
double sometimes(const double *x) {
  double u[N], work[N] = {0};
  for (int i = 0; i < N; i++)
    u[i] = x[i];
  for (int t = 0; t < STEPS; t++) {
    __enzyme_checkpoint(3);
    if (u[0] < 0.5)
      for (int i = 0; i < N; i++)
        work[i] = u[i] * u[i];
    for (int i = 0; i < N; i++)
      u[i] += 0.1 * work[i] + 0.05;
    if (u[0] > 1)
      u[0] -= 0.9;
  }
  return u[0] + u[1] * u[2] + work[3];
}
/// What is written through one pointer may be what another reads.
__attribute__((noinline)) static double twice(double *u, double *work, const double *other) {
  for (int t = 0; t < STEPS; t++) {
    __enzyme_checkpoint(3);
    u[0] += 0.1 * other[1];
    for (int i = 0; i < N; i++)
      work[i] = u[i] * u[i];
    for (int i = 0; i < N; i++)
      u[i] -= 0.1 * work[i] * work[0];
  }
  return u[0] + u[1] * work[2];
}
double throughAnother(const double *x) {
  double u[N], work[N];
  for (int i = 0; i < N; i++)
    u[i] = x[i], work[i] = x[i] + 1;
  return twice(u, work, work);
}
/// A function reads it first.
__attribute__((noinline)) static double firstOf(const double *work) { return work[0] * work[1]; }
double inFunction(const double *x) {
  double u[N], work[N];
  for (int i = 0; i < N; i++)
    u[i] = x[i], work[i] = x[i] + 1;
  for (int t = 0; t < STEPS; t++) {
    __enzyme_checkpoint(3);
    double first = firstOf(work);
    for (int i = 0; i < N; i++)
      work[i] = u[i] * u[i];
    for (int i = 0; i < N; i++)
      u[i] -= 0.1 * work[i] * first;
  }
  return u[0] + u[1] * work[2];
}
/// Copied whole, and one element at a time.
double copied(const double *x) {
  double u[N], next[N], last = x[2];
  for (int i = 0; i < N; i++)
    u[i] = x[i];
  for (int t = 0; t < STEPS; t++) {
    __enzyme_checkpoint(3);
    for (int i = 0; i < N; i++)
      next[i] = u[i] - 0.1 * u[i] * u[(i + 1) % N] + 0.01 * last;
    memcpy(u, next, sizeof u);
    last = next[N - 1];
  }
  return u[0] * u[1] + u[2] + last * next[3];
}

CHECK_FUNCTION(fluxes, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.15, -0.35, 0.45, 0.05, 0.2);
CHECK_VECTOR(forces, N, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.15, -0.35, 0.45, 0.05, 0.2);
CHECK_FUNCTION(inPart, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.15, -0.35, 0.45, 0.05, 0.2);
CHECK_FUNCTION(sometimes, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.15, -0.35, 0.45, 0.05, 0.2);
CHECK_FUNCTION(throughAnother, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.15, -0.35, 0.45, 0.05, 0.2);
CHECK_FUNCTION(inFunction, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.15, -0.35, 0.45, 0.05, 0.2);
CHECK_FUNCTION(copied, N, 0.3, -0.2, 0.5, 0.1, -0.4, 0.25, 0.15, -0.35, 0.45, 0.05, 0.2);
