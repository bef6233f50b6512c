! LAPACK from Fortran: equations and Cholesky factors in sections of larger arrays, with the lengths of
! characters; another way where a matrix is not positive definite.
! flags: -lopenblas
subroutine equations(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n + 1, n), b(n, 2)
  integer :: pivots(n), info, i, j
  do j = 1, n
    do i = 1, n
      a(i, j) = sin(x(i) * j) + x(j) / (i + j)
    end do
  end do
  a(1, 1) = 0 ! rows change places
  b(:, 1) = x
  b(:, 2) = x * x
  call dgesv(n, 2, a, n + 1, pivots, b, n, info)
  if (info /= 0) stop 1
  s = sum(b(:, 1) * x) + b(2, 2)
  call dgetrs('Transpose', n, 1, a, n + 1, pivots, b(1, 2), n, info)
  s = s + b(1, 2) * b(n, 2)
end subroutine

! Complex numbers: equations, and a Hermitian matrix's eigenvalues.
subroutine complex_numbers(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  complex(8) :: a(n, n), b(n), h(n, n), work(40 * n)
  real(8) :: values(n), real_work(3 * n)
  integer :: pivots(n), info, i, j
  do j = 1, n
    do i = 1, n
      a(i, j) = cmplx(sin(x(i) * j) + x(j) / (i + j), x(i) * x(j), 8)
    end do
    b(j) = cmplx(x(j), 1, 8)
  end do
  h = a + conjg(transpose(a))
  call zgesv(n, 1, a, n, pivots, b, n, info)
  if (info /= 0) stop 1
  s = real(sum(b * x)) + aimag(b(2))
  call zheev('Vectors', 'Lower', n, h, n, values, work, size(work), real_work, info)
  if (info /= 0) stop 1
  s = s + values(1) * values(n) + abs(h(2, 1))**2
end subroutine

subroutine factors(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:, :)
  real(8) :: y(n)
  integer :: info, i
  allocate (a(n, n))
  a = 0
  do i = 1, n
    a(:, i) = x * x(i)
  end do
  a(n, n) = a(n, n) - x(1)
  call dpotrf('L', n, a, n, info)
  if (info /= 0) then
    do i = 1, n
      a(:, i) = x * x(i)
      a(i, i) = a(i, i) + 2
    end do
    call dpotrf('L', n, a, n, info)
  end if
  s = 0
  do i = 1, n
    s = s + 2 * log(a(i, i))
  end do
  y = x
  call dpotrs('L', n, 1, a, n, y, n, info)
  s = s + y(1) * y(n)
end subroutine
