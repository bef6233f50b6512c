! Windows of a Fortran program; test/mpi/fortran.c compares derivatives. Allocated, so that they begin at multiples of
! 16 bytes: Debian's MPICH (4.0.2 over UCX) wants that.
subroutine windows(x, y)
  use ring
  real(8) :: x(6), y(6), got(2)
  real(8), allocatable :: u(:), sums(:)
  integer :: error, window, table
  integer(MPI_ADDRESS_KIND) :: bytes, at
  allocate (u(0:5), sums(1))
  u(:) = [x(1), x(2)*x(3), x(4), x(4)**2, x(5), x(6)]
  sums(1) = x(1)*x(6)
  bytes = 48
  call MPI_Win_create(u, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
  bytes = 8
  call MPI_Win_create(sums, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, table, error)
  call MPI_Win_fence(0, window, error)
  call MPI_Win_fence(0, table, error)
  at = 0
  call MPI_Put(u(4), 1, MPI_DOUBLE_PRECISION, right, at, 1, MPI_DOUBLE_PRECISION, window, error)
  at = 2
  call MPI_Get(got, 2, MPI_DOUBLE_PRECISION, left, at, 2, MPI_DOUBLE_PRECISION, window, error)
  at = 0
  call MPI_Accumulate(x(2), 1, MPI_DOUBLE_PRECISION, 0, at, 1, MPI_DOUBLE_PRECISION, MPI_SUM, table, error)
  call MPI_Win_fence(0, window, error)
  call MPI_Win_fence(0, table, error)
  y(1) = u(0)*u(1)
  y(2) = got(1)*got(2)
  y(3) = sums(1)**2
  call MPI_Win_free(window, error)
  call MPI_Win_free(table, error)
  deallocate (u, sums)
end subroutine

! The same memory for all: a product of each rank's numbers, then a sum of what all get of it.
subroutine locks(x, y)
  use ring
  real(8) :: x(6), y(6), v
  real(8), allocatable :: u(:), w(:)
  integer, allocatable :: counts(:)
  integer :: error, window, sums, counter, next
  integer(MPI_ADDRESS_KIND) :: bytes, at
  allocate (u(2), w(2), counts(4))
  u(:) = x(1:2)
  w(:) = 0
  counts = 0
  bytes = 16
  at = 0
  call MPI_Win_create(u, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, window, error)
  call MPI_Win_create(w, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, sums, error)
  call MPI_Win_create(counts, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, counter, error)
  call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window, error)
  call MPI_Get(v, 1, MPI_DOUBLE_PRECISION, 0, at, 1, MPI_DOUBLE_PRECISION, window, error)
  call MPI_Win_flush(0, window, error)
  v = v*x(3)
  call MPI_Put(v, 1, MPI_DOUBLE_PRECISION, 0, at, 1, MPI_DOUBLE_PRECISION, window, error)
  call MPI_Win_unlock(0, window, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Win_lock_all(0, sums, error)
  call MPI_Accumulate(x(4), 2, MPI_DOUBLE_PRECISION, right, at, 2, MPI_DOUBLE_PRECISION, MPI_SUM, sums, error)
  call MPI_Win_flush_all(sums, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Win_sync(sums, error)
  y(1) = u(1)*w(1)
  y(2) = u(2)*w(2)**2
  call MPI_Win_unlock_all(sums, error)
  call MPI_Win_lock(MPI_LOCK_SHARED, left, 0, counter, error)
  call MPI_Fetch_and_op(3, next, MPI_INTEGER, left, at, MPI_SUM, counter, error)
  call MPI_Win_unlock(left, counter, error)
  call MPI_Win_free(counter, error)
  y(3) = x(6)*counts(1)
  call MPI_Win_free(window, error)
  call MPI_Win_free(sums, error)
end subroutine
