! A plate whose rows lie on several ranks, ghost rows by nonblocking messages, threads on each rank; asked for in
! Fortran. The gradient is that of one rank that has all rows, and what central differences give.
!! flags: -fopenmp
module mpi ! as programs that say `use mpi` want it, where MPI's own is another compiler's
  include 'mpif.h'
end module

module markers
  use iso_c_binding
  integer(c_int), bind(c, name="enzyme_const") :: enzyme_const
  integer(c_int), bind(c, name="enzyme_dup") :: enzyme_dup
end module

module plate
  implicit none
  integer, parameter :: columns = 7, all_rows = 16, steps = 5
contains
  subroutine heat(comm, rows, start, weight, s)
    use mpi
    integer, intent(in) :: comm, rows
    real(8), intent(in) :: start(columns, rows), weight(columns, rows)
    real(8), intent(out) :: s
    real(8) :: u(columns, 0:rows + 1), v(columns, rows)
    integer :: rank, ranks, up, down, error, requests(4), step, i, j
    call MPI_Comm_rank(comm, rank, error)
    call MPI_Comm_size(comm, ranks, error)
    up = merge(MPI_PROC_NULL, rank - 1, rank == 0)
    down = merge(MPI_PROC_NULL, rank + 1, rank == ranks - 1)
    u = 0
    u(:, 1:rows) = start
    do step = 1, steps
      call MPI_Irecv(u(1, 0), columns, MPI_DOUBLE_PRECISION, up, 1, comm, requests(1), error)
      call MPI_Irecv(u(1, rows + 1), columns, MPI_DOUBLE_PRECISION, down, 2, comm, requests(2), error)
      call MPI_Isend(u(1, 1), columns, MPI_DOUBLE_PRECISION, up, 2, comm, requests(3), error)
      call MPI_Isend(u(1, rows), columns, MPI_DOUBLE_PRECISION, down, 1, comm, requests(4), error)
      call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
      !$omp parallel do private(i)
      do j = 1, rows
        do i = 1, columns
          v(i, j) = u(i, j) + 0.1d0*(u(i, j - 1) + u(i, j + 1) - 2*u(i, j)) + 0.02d0*u(i, j)**2
          if (i > 1) v(i, j) = v(i, j) + 0.1d0*(u(i - 1, j) - u(i, j))
          if (i < columns) v(i, j) = v(i, j) + 0.1d0*(u(i + 1, j) - u(i, j))
        end do
      end do
      u(:, 1:rows) = v
    end do
    s = sum(weight*u(:, 1:rows)**2)
    call MPI_Allreduce(MPI_IN_PLACE, s, 1, MPI_DOUBLE_PRECISION, MPI_SUM, comm, error)
  end subroutine
end module

program stencil
  use mpi
  use markers
  use plate
  implicit none
  interface
    subroutine heat__enzyme_autodiff(f, a, comm, b, rows, c, start, dstart, d, weight, e, s, ds)
      import
      external f
      integer(c_int) :: a, b, c, d, e
      integer :: comm, rows
      real(8) :: start(*), dstart(*), weight(*), s, ds
    end subroutine
  end interface
  real(8) :: start(columns, all_rows), weight(columns, all_rows), whole(columns, all_rows), part(columns, all_rows)
  real(8) :: s, ds, total, above, below, h
  integer :: rank, ranks, error, first, rows, i, j
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  do j = 1, all_rows
    do i = 1, columns
      start(i, j) = sin(0.3d0*i*j) + 1.5d0
      weight(i, j) = cos(0.2d0*i - j)
    end do
  end do
  whole = 0
  ds = 1
  call heat__enzyme_autodiff(heat, enzyme_const, MPI_COMM_SELF, enzyme_const, all_rows, enzyme_dup, start, whole, &
                             enzyme_const, weight, enzyme_dup, total, ds)
  first = all_rows*rank/ranks
  rows = all_rows*(rank + 1)/ranks - first
  part = 0
  ds = merge(1, 0, rank == 0) ! every rank has the result: that of one is meant
  call heat__enzyme_autodiff(heat, enzyme_const, MPI_COMM_WORLD, enzyme_const, rows, enzyme_dup, start(:, first + 1), part, &
                             enzyme_const, weight(:, first + 1), enzyme_dup, s, ds)
  error = 0
  if (abs(s - total) > 1d-10*abs(total)) error = 1
  do j = 1, rows
    do i = 1, columns
      if (abs(part(i, j) - whole(i, first + j)) > 1d-12*(1 + abs(whole(i, first + j)))) error = 2
    end do
  end do
  h = 1d-6
  start(3, 5) = start(3, 5) + h
  call heat(MPI_COMM_SELF, all_rows, start, weight, above)
  start(3, 5) = start(3, 5) - 2*h
  call heat(MPI_COMM_SELF, all_rows, start, weight, below)
  if (abs((above - below)/(2*h) - whole(3, 5)) > 1d-6*(1 + abs(whole(3, 5)))) error = 3
  if (error /= 0) print *, 'rank', rank, 'is wrong:', error, s, total, whole(3, 5), (above - below)/(2*h)
  if (error /= 0) call MPI_Abort(MPI_COMM_WORLD, 1, i)
  call MPI_Finalize(error)
end program
