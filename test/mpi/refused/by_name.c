// Calls without a derivative are refused by their names, all of them at once, whatever memory they are given.
// (Declared here, and with fewer arguments: none of them is run.)
//! compile: no derivative is known for 30 functions: 'MPI_Alloc_mem', 'MPI_Bsend_init', 'MPI_Cancel', 'MPI_Comm_accept', 'MPI_Comm_connect', 'MPI_Comm_join', 'MPI_Comm_spawn', 'MPI_Comm_spawn_multiple', 'MPI_File_iread', 'MPI_File_iwrite', 'MPI_File_iwrite_at', 'MPI_File_read', 'MPI_File_read_all', 'MPI_File_read_at_all', 'MPI_File_read_ordered', 'MPI_File_read_shared', 'MPI_Free_mem', 'MPI_Get_accumulate', 'MPI_Grequest_start', 'MPI_Intercomm_create', 'MPI_Intercomm_merge', 'MPI_Pack_external', 'MPI_Raccumulate', 'MPI_Rget_accumulate', 'MPI_Rsend_init', 'MPI_Unpack_external', 'MPI_Win_attach', 'MPI_Win_create_dynamic', 'MPI_Win_detach', 'MPI_Win_test'
#include <enzyme/enzyme.h>
#define ALL(X) \
  X(Alloc_mem) X(Free_mem) X(Cancel) X(Rsend_init) X(Bsend_init) X(Comm_spawn) X(Comm_spawn_multiple) \
  X(Comm_accept) X(Comm_connect) X(Comm_join) X(Pack_external) X(Unpack_external) X(Grequest_start) \
  X(File_read) X(File_read_all) X(File_read_at_all) X(File_read_shared) X(File_read_ordered) X(File_iread) \
  X(File_iwrite) X(File_iwrite_at) X(Intercomm_create) X(Intercomm_merge) X(Win_test) X(Win_create_dynamic) \
  X(Win_attach) X(Win_detach) X(Get_accumulate) X(Rget_accumulate) X(Raccumulate)
#define DECLARE(name) int MPI_##name(double *, int);
#define CALL(name) sum += MPI_##name(&factor, 1);
ALL(DECLARE)
static double f(double x) {
  double factor = 3;
  int sum = 0;
  ALL(CALL)
  return x + factor + sum;
}
int main(void) { return __enzyme_autodiff((void *)f, 2.0) > 0; }
