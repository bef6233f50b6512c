! Tasks as flang writes them: what they are given lies behind their heads, bounds of loops, too.
subroutine single_tasks(n, x, r)
  integer :: n, i
  double precision :: x(n), r, part(8)
  part = 0
!$omp parallel
!$omp single
  do i = 1, 8
!$omp task firstprivate(i) shared(part)
    part(i) = sum(x(i:n:8)**2) * x(1)
!$omp end task
  end do
!$omp taskwait
  r = part(1) * part(2) + sum(part(3:8))
!$omp end single
!$omp end parallel
end

recursive subroutine walk(x, n, r)
  integer :: n
  double precision :: x(n), r, a, b
  if (n <= 4) then
    r = sum(x**2)
    return
  end if
!$omp task shared(a)
  call walk(x(1:n/2), n/2, a)
!$omp end task
!$omp task shared(b)
  call walk(x(n/2+1:n), n - n/2, b)
!$omp end task
!$omp taskwait
  r = a + b + a * b * 1d-3
end

subroutine tree(n, x, r)
  integer :: n
  double precision :: x(n), r
!$omp parallel
!$omp single
  call walk(x, n, r)
!$omp end single
!$omp end parallel
end

subroutine loop(n, x, r) ! each task has a part of the iterations
  integer :: n, i
  double precision :: x(n), r, y(n)
!$omp parallel
!$omp single
!$omp taskloop grainsize(10)
  do i = 1, n
    y(i) = x(i)**2 * x(1)
  end do
!$omp end taskloop
!$omp taskloop num_tasks(7)
  do i = n, 1, -1
    y(i) = y(i) * y(i) * n
  end do
!$omp end taskloop
!$omp taskloop
  do i = 2, n - 1, 3
    y(i) = y(i) + x(i - 1) * x(i + 1)
  end do
!$omp end taskloop
!$omp end single
!$omp end parallel
  r = sum(y)
end

subroutine own(n, x, r) ! in tasks with variables of their own
  integer :: n, i
  double precision :: x(n), r, y(n), scale, room(3)
  scale = x(2)
  room = x(3)
!$omp parallel
!$omp single
!$omp taskloop firstprivate(scale, room) num_tasks(5)
  do i = 1, n
    scale = x(i) * room(2) + scale * 0
    room(1) = scale * n
    y(i) = room(1) * x(1)
  end do
!$omp end taskloop
!$omp end single
!$omp end parallel
  r = sum(y)
end
