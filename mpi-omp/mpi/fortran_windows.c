/* fortran_windows.c - windows of Fortran programs (fortran.c): sizes and displacements are integers
 * as long as an address. */
#include "fortran.h"
#include "windows.h"

#define WINDOW(X) PMPI_Win_f2c(*X)

int enzyme_mpi_Win_create(enzyme_mpi_slot, int, BUFFER, void *, MPI_Aint, int, MPI_Info, MPI_Comm,
                          MPI_Win *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Win_create(enzyme_mpi_slot slot, int lanes, BUFFER, void *memory,
                                   const MPI_Aint *bytes, Integer unit, Integer info, Integer comm,
                                   Integer window, Integer error) {
  MPI_Win own = MPI_WIN_NULL;
  *error = enzyme_mpi_Win_create(slot, lanes, shadow, buffer_at(memory), *bytes, *unit,
                                 PMPI_Info_f2c(*info), COMM(comm), &own);
  *window = PMPI_Win_c2f(own);
}

/* The address is an integer or a type(c_ptr): in memory the same. */
int enzyme_mpi_Win_allocate(enzyme_mpi_slot, int, BUFFER, MPI_Aint, int, MPI_Info, MPI_Comm, void *,
                            MPI_Win *);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Win_allocate(enzyme_mpi_slot slot, int lanes, BUFFER, const MPI_Aint *bytes,
                                     Integer unit, Integer info, Integer comm, void *address,
                                     Integer window, Integer error) {
  MPI_Win own = MPI_WIN_NULL;
  *error = enzyme_mpi_Win_allocate(slot, lanes, shadow, *bytes, *unit, PMPI_Info_f2c(*info),
                                   COMM(comm), address, &own);
  *window = PMPI_Win_c2f(own);
}

int enzyme_mpi_Win_free(enzyme_mpi_slot, int, MPI_Win *);
void enzyme_mpi_fortran_Win_free(enzyme_mpi_slot slot, int lanes, Integer window, Integer error) {
  MPI_Win own = WINDOW(window);
  *error = enzyme_mpi_Win_free(slot, lanes, &own);
  *window = PMPI_Win_c2f(own);
}

#define ACCESS(X, CONST)                                                                           \
  int enzyme_mpi_##X(enzyme_mpi_slot, int, BUFFER, CONST void *, int, MPI_Datatype, int, MPI_Aint, \
                     int, MPI_Datatype, MPI_Win);                                                  \
  void enzyme_mpi_fortran_##X(enzyme_mpi_slot slot, int lanes, BUFFER, void *buffer,               \
                              Integer count, Integer type, Integer rank,                           \
                              const MPI_Aint *displacement, Integer targetCount,                   \
                              Integer targetType, Integer window, Integer error) {                 \
    *error = enzyme_mpi_##X(slot, lanes, shadow, buffer_at(buffer), *count, TYPE(type), *rank,     \
                            *displacement, *targetCount, TYPE(targetType), WINDOW(window));        \
  }

ACCESS(Put, const)
ACCESS(Get, )

int enzyme_mpi_Accumulate(enzyme_mpi_slot, int, BUFFER, const void *, int, MPI_Datatype, int,
                          MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Accumulate(enzyme_mpi_slot slot, int lanes, BUFFER, void *buffer,
                                   Integer count, Integer type, Integer rank,
                                   const MPI_Aint *displacement, Integer targetCount,
                                   Integer targetType, Integer op, Integer window, Integer error) {
  *error =
      enzyme_mpi_Accumulate(slot, lanes, shadow, buffer_at(buffer), *count, TYPE(type), *rank,
                            *displacement, *targetCount, TYPE(targetType), OP(op), WINDOW(window));
}

int enzyme_mpi_Fetch_and_op(enzyme_mpi_slot, int, BUFFERS, const void *, void *, MPI_Datatype, int,
                            MPI_Aint, MPI_Op, MPI_Win);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Fetch_and_op(enzyme_mpi_slot slot, int lanes, BUFFERS, void *by,
                                     void *before, Integer type, Integer rank,
                                     const MPI_Aint *displacement, Integer op, Integer window,
                                     Integer error) {
  *error = enzyme_mpi_Fetch_and_op(slot, lanes, sentShadow, receivedShadow, by, before, TYPE(type),
                                   *rank, *displacement, OP(op), WINDOW(window));
}

int enzyme_mpi_Compare_and_swap(enzyme_mpi_slot, int, BUFFERS, const void *, const void *, void *,
                                MPI_Datatype, int, MPI_Aint, MPI_Win);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Compare_and_swap(enzyme_mpi_slot slot, int lanes, BUFFERS, void *by,
                                         void *expected, void *before, Integer type, Integer rank,
                                         const MPI_Aint *displacement, Integer window,
                                         Integer error) {
  *error = enzyme_mpi_Compare_and_swap(slot, lanes, sentShadow, receivedShadow, by, expected,
                                       before, TYPE(type), *rank, *displacement, WINDOW(window));
}

int enzyme_mpi_Win_lock(enzyme_mpi_slot, int, int, int, int, MPI_Win);
/* structure: allow parameters, because MPI's own call has as many */
void enzyme_mpi_fortran_Win_lock(enzyme_mpi_slot slot, int lanes, Integer type, Integer rank,
                                 Integer promise, Integer window, Integer error) {
  *error = enzyme_mpi_Win_lock(slot, lanes, *type, *rank, *promise, WINDOW(window));
}

#define WITH_NUMBER(X)                                                                             \
  int enzyme_mpi_Win_##X(enzyme_mpi_slot, int, int, MPI_Win);                                      \
  void enzyme_mpi_fortran_Win_##X(enzyme_mpi_slot slot, int lanes, Integer number, Integer window, \
                                  Integer error) {                                                 \
    *error = enzyme_mpi_Win_##X(slot, lanes, *number, WINDOW(window));                             \
  }
WITH_NUMBER(fence)
WITH_NUMBER(lock_all)
WITH_NUMBER(unlock)
WITH_NUMBER(flush)
WITH_NUMBER(flush_local)

#define OF_WINDOW(X)                                                                               \
  int enzyme_mpi_Win_##X(enzyme_mpi_slot, int, MPI_Win);                                           \
  void enzyme_mpi_fortran_Win_##X(enzyme_mpi_slot slot, int lanes, Integer window,                 \
                                  Integer error) {                                                 \
    *error = enzyme_mpi_Win_##X(slot, lanes, WINDOW(window));                                      \
  }
OF_WINDOW(unlock_all)
OF_WINDOW(flush_all)
OF_WINDOW(flush_local_all)
OF_WINDOW(sync)
OF_WINDOW(complete)
OF_WINDOW(wait)

#define OF_GROUP(X)                                                                                \
  int enzyme_mpi_Win_##X(enzyme_mpi_slot, int, MPI_Group, int, MPI_Win);                           \
  void enzyme_mpi_fortran_Win_##X(enzyme_mpi_slot slot, int lanes, Integer group, Integer promise, \
                                  Integer window, Integer error) {                                 \
    *error = enzyme_mpi_Win_##X(slot, lanes, PMPI_Group_f2c(*group), *promise, WINDOW(window));    \
  }
OF_GROUP(post)
OF_GROUP(start)

void enzyme_mpi_prepare_window_(Integer window, void *shadow) {
  enzyme_mpi_prepare_window(WINDOW(window), shadow);
}
