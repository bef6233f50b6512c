! Least squares with the workspace that LAPACK asks for, and a band, from Fortran.
! flags: -lopenblas
subroutine fitted(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n + 1, 2), b(n), best(1)
  real(8), allocatable :: work(:)
  integer :: info
  a(1:n, 1) = x
  a(1:n, 2) = sin(x)
  b = cos(x) * x
  call dgels('N', n, 2, 1, a, n + 1, b, n, best, -1, info)
  allocate (work(int(best(1))))
  call dgels('N', n, 2, 1, a, n + 1, b, n, work, size(work), info)
  if (info /= 0) stop 1
  s = b(1) * b(2) + sum(b(3:)**2)
end subroutine

subroutine banded(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(4, n), b(n)
  integer :: pivots(n), info
  a = 0
  a(2, 2:) = x(2:)
  a(3, :) = x - 1
  a(4, :n - 1) = x(2:) * x(:n - 1)
  b = x * x
  call dgbtrf(n, n, 1, 1, a, 4, pivots, info)
  if (info /= 0) stop 1
  call dgbtrs('Transpose', n, 1, 1, 1, a, 4, pivots, b, n, info)
  s = sum(b * x)
end subroutine
