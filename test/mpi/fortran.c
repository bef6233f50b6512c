// A Fortran program's calls, by include 'mpif.h'.
//! with: fortran/messages.f90 fortran/windows.f90
#include "check.h"

void start_(void);
void finish_(void);
void messages_(double *, double *);
void requests_(double *, double *);
void collectives_(double *, double *);
void kinds_(double *, double *);
void windows_(double *, double *);
void locks_(double *, double *);

CHECK(messages_)
CHECK(requests_)
CHECK(collectives_)
CHECK(kinds_)
CHECK(windows_)
CHECK(locks_)

int main(void) {
  start_();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  messages__check();
  requests__check();
  collectives__check();
  kinds__check();
  windows__check();
  locks__check();
  int any;
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  finish_();
  return any;
}
