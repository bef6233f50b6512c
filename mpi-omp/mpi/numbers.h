/* numbers.h - one number of any kind, in packed memory. */
#ifndef ENZYME_MPI_NUMBERS_H
#define ENZYME_MPI_NUMBERS_H

#include "internal.h"
#include <string.h>

static inline MPI_Datatype enzyme_mpi_type_of(enum enzyme_mpi_real kind) {
  return kind == REAL_FLOAT ? MPI_FLOAT : kind == REAL_DOUBLE ? MPI_DOUBLE : MPI_LONG_DOUBLE;
}

static inline long double enzyme_mpi_get(enum enzyme_mpi_real kind, const char *at, MPI_Aint i) {
  float f;
  double d;
  long double l = 0;
  switch (kind) {
  case REAL_FLOAT:
    memcpy(&f, at + i * sizeof f, sizeof f);
    return f;
  case REAL_DOUBLE:
    memcpy(&d, at + i * sizeof d, sizeof d);
    return d;
  default:
    memcpy(&l, at + i * sizeof l, sizeof l);
    return l;
  }
}

static inline void enzyme_mpi_set(enum enzyme_mpi_real kind, char *at, MPI_Aint i,
                                  long double value) {
  float f = value;
  double d = value;
  switch (kind) {
  case REAL_FLOAT:
    memcpy(at + i * sizeof f, &f, sizeof f);
    return;
  case REAL_DOUBLE:
    memcpy(at + i * sizeof d, &d, sizeof d);
    return;
  default:
    memcpy(at + i * sizeof value, &value, sizeof value);
  }
}

#endif
