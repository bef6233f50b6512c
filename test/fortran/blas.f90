! BLAS from Fortran: implicit and explicit interfaces, functions, sections with increments,
! products of matrices, all with the lengths of characters that Fortran hands on.
! flags: -lopenblas
subroutine vectors(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8), external :: ddot, dnrm2, dasum
  integer, external :: idamax
  real(8) :: y(n), c, d
  y = x * x
  call daxpy(n, x(2), x, 1, y, -1)
  call dscal(n - 2, x(1), y(2), 1)
  s = ddot((n + 1) / 2, x, 2, y(2), 1) * dnrm2(n, y, 1) + dasum(n, y, 1)
  s = s + x(idamax(n, x, 1)) * 3d0
  c = x(1)
  d = x(3)
  call drot(2, y, 2, y(2), 2, c, d)
  s = s + y(1) * y(2)
end subroutine

subroutine matrices(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n, n), b(n, n), c(n, n), y(n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      a(i, j) = x(i) * x(j) + i
      b(i, j) = x(j) / (i + j)
    end do
  end do
  c = 1
  call dgemm('N', 'T', n, n, n, 0.5d0, a, n, b, n, 0.25d0, c, n)
  call dsyrk('L', 'N', 2, 3, x(2), a(2, 1), n, 1d0, c(1, 2), n)
  do i = 1, n
    b(i, i) = b(i, i) + 4
  end do
  call dtrsm('Left', 'Upper', 'Transpose', 'Non-unit', n, n - 1, x(1), b, n, c, n)
  call dgemv('t', n, n, 1d0, c, n, x, 1, 0d0, y, 1)
  call dtrsv('L', 'N', 'N', n, b, n, y, 1)
  s = sum(y * x)
end subroutine

module blas_interfaces
  interface
    subroutine dgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
      character, intent(in) :: ta, tb
      integer, intent(in) :: m, n, k, lda, ldb, ldc
      real(8), intent(in) :: alpha, beta, a(lda, *), b(ldb, *)
      real(8), intent(inout) :: c(ldc, *)
    end subroutine
  end interface
end module

subroutine declared(n, x, s)
  use blas_interfaces
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:, :)
  real(8) :: c(2, 2)
  allocate (a(n, 2))
  a(:, 1) = x
  a(:, 2) = x * x
  call dgemm('T', 'N', 2, 2, n, 1d0, a, n, a, n, 0d0, c, 2)
  s = c(1, 1) * c(2, 2) - c(1, 2) * c(2, 1)
end subroutine
