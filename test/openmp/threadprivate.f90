! Variables of modules, common blocks and procedures of which each thread has its own.
module own
  double precision :: state, table(4)
  double precision :: scratch(3) = [1, 2, 3]
!$omp threadprivate(state, table, scratch)
end module

subroutine copied(n, x, r) ! each thread begins with the first one's
  use own
  integer :: n, i, threads, kind
  double precision :: x(n), r, work(3), factor
  common /block/ work, factor, kind
!$omp threadprivate(/block/)
  state = x(1) * x(2)
  do i = 1, 4
    table(i) = sin(x(i))
    if (i < 4) work(i) = x(i + 4)**2
  end do
  factor = x(8)
  kind = 2
  r = 0
  threads = 0
!$omp parallel copyin(state, table, /block/) reduction(+:r, threads)
  threads = threads + 1
  state = state * (x(3) + 1) + factor * kind
  r = r + state * table(2) * table(4) + work(1) * work(3)
  table(3) = state
  work(2) = work(2) * table(3)
  call more(r)
!$omp end parallel
  r = r / threads
end

subroutine more(r)
  use own
  double precision :: r, work(3), factor
  integer :: kind
  common /block/ work, factor, kind
!$omp threadprivate(/block/)
  r = r + table(3) * work(2) * factor
end

subroutine kept(n, x, r) ! what one region leaves, another one finds
  use own
  integer :: n, i
  double precision :: x(n), r
!$omp parallel
  state = 0.5d0
!$omp end parallel
!$omp parallel do schedule(static)
  do i = 1, n
    state = state + x(i)**2
  end do
  r = 0
!$omp parallel reduction(+:r)
  r = r + state - 0.5d0
!$omp end parallel
end

subroutine collect(n, x, i)
  use own
  integer :: n, i
  double precision :: x(n)
  scratch(1) = x(i) * x(mod(i, n) + 1)
  scratch(2) = sin(scratch(1))
  scratch(3) = scratch(2) * scratch(1)
end

subroutine workspace(n, x, r) ! of procedures that are called
  use own
  integer :: n, i
  double precision :: x(n), r
  r = 0
!$omp parallel do schedule(dynamic, 3) reduction(+:r)
  do i = 1, n
    call collect(n, x, i)
    r = r + scratch(3) * scratch(2)
  end do
end

subroutine add(by, sum)
  double precision :: by, sum
  double precision, save :: total = 0.25d0
!$omp threadprivate(total)
  total = total + by * by
  sum = total
  if (by < 0) total = 0.25d0
end

subroutine saved(n, x, r) ! of a procedure
  integer :: n, i
  double precision :: x(n), r, so_far, nothing
  r = 0
!$omp parallel reduction(+:r) private(so_far, nothing)
  so_far = 0
!$omp do schedule(static)
  do i = 1, n
    call add(x(i), so_far)
  end do
  if (so_far > 0) r = r + so_far - 0.25d0
  call add(-1d0, nothing)
!$omp end parallel
end

subroutine handed(n, x, r) ! what all threads read is the first one's
  use own
  integer :: n, i
  double precision :: x(n), r
  state = x(1) * x(2)
  call scaled(n, x, r, state)
end

subroutine scaled(n, x, r, by)
  use own
  integer :: n, i
  double precision :: x(n), r, by
  r = 0
!$omp parallel do reduction(+:r)
  do i = 1, n
    table(1) = x(i)**2
    r = r + by * table(1)
  end do
end
