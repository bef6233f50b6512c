! Regions as flang writes them: reductions without an atomic form, conditions with the fork.
subroutine sums(n, x, r)
  integer :: n, i
  double precision :: x(n), r, s, p, m
  s = 0
  p = 1
  m = 0
!$omp parallel do reduction(+:s) reduction(*:p) reduction(max:m)
  do i = 1, n
    s = s + x(i)**2
    p = p * (1 + 0.01d0 * x(i))
    m = max(m, x(i)**2)
  end do
  r = s * p + m
end

subroutine energy(n, x, r)
  integer :: n, i
  double precision :: x(n), r
  r = 0
!$omp parallel do reduction(+:r) schedule(dynamic, 4)
  do i = 2, n - 1
    r = r + x(i) * (x(i - 1) - 2 * x(i) + x(i + 1))
  end do
end

subroutine dealt(n, x, r) ! the length is a bound as it is
  integer :: n, i
  double precision :: x(n), r
  r = 0
!$omp parallel do schedule(dynamic, 3) reduction(+:r)
  do i = 1, n
    r = r + x(i)**3
  end do
end

function added(n, x) result(sum)
  integer :: n, i
  double precision :: x(n), sum
  sum = 0
!$omp parallel do reduction(+:sum)
  do i = 2, n - 1
    sum = sum + x(i)**3 * x(1) + sqrt(1 + (x(i + 1) - x(i))**2)
  end do
end

subroutine returned(n, x, r) ! what threads add is a result of their region
  integer :: n
  double precision :: x(n), r, added
  r = added(n, x) * x(2)
end

subroutine several(n, x, r) ! sums of several kinds, and a sum to which the region adds otherwise
  integer :: n, i, long
  double precision :: x(n), r, a, b
  real :: short
  a = 1
  b = x(2)
  short = 0
  long = 0
!$omp parallel reduction(+:a, short, long)
!$omp do reduction(+:b)
  do i = 1, n
    a = a + x(i)**2
    b = b + x(i) * x(1)
    short = short + 0.5
    if (x(i) > 0.5) long = long + 1
  end do
!$omp atomic
  b = b + 0 * x(1)
!$omp end parallel
  r = a * b + long * a + short
end

subroutine kinds(n, x, r) ! what is not added atomically
  integer :: n, i
  integer(2) :: few
  double precision :: x(n), r, a
  a = 0
  few = 1
!$omp parallel do reduction(+:a, few)
  do i = 1, n
    a = a + x(i)**2 * x(1)
    if (i < 5) few = few + 1_2
  end do
  r = a * few
end

subroutine conditions(n, x, r)
  integer :: n, i, k
  double precision :: x(n), r, s
  r = 0
  do k = 0, 1
    s = 0
!$omp parallel do reduction(+:s) if (k > 0)
    do i = 1, n
      s = s + x(i)**2 * (k + x(1))
    end do
    r = r + s**2
  end do
end

subroutine sections(n, x, r)
  integer :: n, i
  double precision :: x(n), r, other, total
  r = 1
  other = 1
  total = 0
!$omp parallel do schedule(static, 3)
  do i = 1, n
!$omp critical(one)
    r = r * (1 + 0.01d0 * x(i))
!$omp end critical(one)
!$omp atomic
    other = other * (1 + 0.01d0 * x(i))
!$omp atomic
    total = total + 1d-3 * x(i)
  end do
  r = r * other + total**2
end

subroutine multiply(all, by)
  double precision :: all, by
!$omp critical(multiplying)
  all = all * by
!$omp end critical(multiplying)
end

subroutine orphaned(n, x, r)
  integer :: n, i
  double precision :: x(n), r
  r = 1
!$omp parallel do
  do i = 1, n
    call multiply(r, 1 + 0.01d0 * x(i))
  end do
end

subroutine in_order(n, x, r)
  integer :: n, i
  double precision :: x(n), r
  r = x(1)
!$omp parallel do ordered schedule(dynamic, 2)
  do i = 2, n
!$omp ordered
    r = 0.5d0 * sin(r) + x(i)
!$omp end ordered
  end do
end
