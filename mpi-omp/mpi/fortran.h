/* fortran.h - arguments of Fortran's calls as those of C (fortran.c). */
#ifndef ENZYME_MPI_FORTRAN_H
#define ENZYME_MPI_FORTRAN_H

#include "internal.h"
#include <stdlib.h>

typedef MPI_Fint *Integer;
enum { statusIntegers = sizeof(MPI_Status) / sizeof(MPI_Fint) };

/*--- addresses that mean something: Open MPI's and MPICH's, of which one is there ---*/

extern MPI_Fint mpi_fortran_in_place_ __attribute__((weak)),
    mpi_fortran_bottom_ __attribute__((weak));
extern void *MPIR_F_MPI_IN_PLACE __attribute__((weak)), *MPIR_F_MPI_BOTTOM __attribute__((weak));
extern int MPIR_F_NeedInit __attribute__((weak));
extern void mpirinitf_(void) __attribute__((weak));

/* MPICH learns of them in the first call from Fortran. */
static inline void learn_addresses(void) {
  if (&MPIR_F_NeedInit && mpirinitf_ && MPIR_F_NeedInit) {
    mpirinitf_();
    MPIR_F_NeedInit = 0;
  }
}

static inline void *buffer_at(void *address) {
  learn_addresses();
  if ((&mpi_fortran_in_place_ && address == &mpi_fortran_in_place_) ||
      (&MPIR_F_MPI_IN_PLACE && address == MPIR_F_MPI_IN_PLACE))
    return MPI_IN_PLACE;
  if ((&mpi_fortran_bottom_ && address == &mpi_fortran_bottom_) ||
      (&MPIR_F_MPI_BOTTOM && address == MPIR_F_MPI_BOTTOM))
    return MPI_BOTTOM;
  return address;
}

/*--- statuses and requests ---*/

static inline MPI_Status *status_in(Integer status, MPI_Status *own) {
  learn_addresses();
  return status == MPI_F_STATUS_IGNORE ? MPI_STATUS_IGNORE : own;
}

static inline void give_status(const MPI_Status *status, Integer to) {
  if (status != MPI_STATUS_IGNORE)
    PMPI_Status_c2f(status, to);
}

static inline MPI_Status *statuses_in(Integer statuses, int count) {
  learn_addresses();
  return statuses == MPI_F_STATUSES_IGNORE ? MPI_STATUSES_IGNORE
                                           : enzyme_mpi_room(count * sizeof(MPI_Status));
}

static inline void give_statuses(MPI_Status *statuses, int count, Integer to) {
  if (statuses == MPI_STATUSES_IGNORE)
    return;
  for (int i = 0; i < count; ++i)
    PMPI_Status_c2f(&statuses[i], to + i * statusIntegers);
  free(statuses);
}

static inline MPI_Request *requests_in(Integer integers, int count) {
  MPI_Request *requests = enzyme_mpi_room(count * sizeof *requests);
  for (int i = 0; i < count; ++i)
    requests[i] = PMPI_Request_f2c(integers[i]);
  enzyme_mpi_stand_in(requests, integers, count);
  return requests;
}

static inline void give_requests(MPI_Request *requests, int count, Integer to) {
  enzyme_mpi_stand_in(NULL, NULL, 0);
  for (int i = 0; i < count; ++i)
    to[i] = PMPI_Request_c2f(requests[i]);
  free(requests);
}

static inline MPI_Request *new_request(MPI_Request *own, Integer integer) {
  *own = MPI_REQUEST_NULL;
  enzyme_mpi_stand_in(own, integer, 1);
  return own;
}

static inline void give_request(MPI_Request own, Integer to) {
  enzyme_mpi_stand_in(NULL, NULL, 0);
  *to = PMPI_Request_c2f(own);
}

/* Places in arrays are counted from 1. */
static inline void give_place(int place, Integer to) {
  *to = place == MPI_UNDEFINED ? MPI_UNDEFINED : place + 1;
}

#define TYPE(X) PMPI_Type_f2c(*X)
#define COMM(X) PMPI_Comm_f2c(*X)
#define OP(X) PMPI_Op_f2c(*X)
#define BUFFER void *const *shadow
#define BUFFERS void *const *sentShadow, void *const *receivedShadow

#endif
