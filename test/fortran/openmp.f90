! Parallel regions: flang hands on what they share in one structure, and asks OpenMP's runtime in other words than clang.
! flags: -fopenmp
subroutine parallel_loops(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: t(n), own
  integer :: i
  s = 0
!$omp parallel do private(own)
  do i = 1, n
    own = sin(x(i))
    t(i) = own * x(1)
  end do
!$omp end parallel do
!$omp parallel do reduction(+:s) schedule(dynamic)
  do i = 1, n
    s = s + t(i)**2
  end do
!$omp end parallel do
!$omp parallel do reduction(max:s) schedule(static, 2)
  do i = n, 1, -2
    s = max(s, t(i) * x(2))
  end do
!$omp end parallel do
end subroutine

subroutine parallel_parts(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a, b
  integer :: i
  s = 0
  a = 1
  b = 0
!$omp parallel firstprivate(a)
!$omp do schedule(guided)
  do i = 1, n
!$omp atomic
    s = s + x(i) * a
  end do
!$omp end do
!$omp single
  s = s * x(2)
!$omp end single
!$omp do
  do i = 1, n
!$omp critical
    s = s + x(1) * i
!$omp end critical
  end do
!$omp end do
!$omp sections
!$omp section
  b = x(3)**2
!$omp section
  a = 2
!$omp end sections
!$omp master
  s = s + b
!$omp end master
!$omp barrier
!$omp end parallel
end subroutine

subroutine parallel_conditions(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: grid(n, n), last
  integer :: i, j
!$omp parallel do collapse(2) if (x(1) > 0)
  do j = 1, n
    do i = 1, n
      grid(i, j) = x(i) * cos(x(j))
    end do
  end do
!$omp end parallel do
  last = 0
!$omp parallel do lastprivate(last) num_threads(2)
  do i = 1, n
    last = sum(grid(:, i))
  end do
!$omp end parallel do
  s = last
!$omp parallel do simd reduction(+:s)
  do i = 1, n
    s = s + x(i)**3
  end do
end subroutine

subroutine parallel_tasks(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a, b
  a = 0
  b = 0
!$omp parallel
!$omp single
!$omp task shared(a)
  a = x(1) * x(2)
!$omp end task
!$omp task shared(b)
  b = sin(x(3))
!$omp end task
!$omp taskwait
!$omp end single
!$omp end parallel
  s = a * b
end subroutine

subroutine workshare(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: t(n)
!$omp parallel workshare
  t = x**2
  t = t * x(1)
!$omp end parallel workshare
  s = sum(t)
end subroutine
