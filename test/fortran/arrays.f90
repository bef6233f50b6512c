! Arrays as a whole: sections, intrinsics, products of matrices.
subroutine intrinsic_sum(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = sum(x*x) + dot_product(x, sin(x))
end subroutine

subroutine automatic_array(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: t(n), u(n,n)
  integer :: i
  t = x**2 + 1
  do i = 1, n
    u(:, i) = t * x(i)
  end do
  s = 0
  do i = 1, n
    s = s + u(i, n+1-i) * t(i)
  end do
end subroutine

subroutine array_result(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n)
  y = twice(n, x)
  s = y(1) * y(2) - y(n)
contains
  function twice(m, v) result(r)
    integer, intent(in) :: m
    real(8), intent(in) :: v(m)
    real(8) :: r(m)
    r = 2 * v * v
  end function
end subroutine

subroutine min_max(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = maxval(x) * minval(x) + max(x(1), x(2)) * min(x(2), x(3)) + sign(x(1), x(2)) + merge(x(1), x(3)**2, x(1) < x(2))
end subroutine

subroutine matrix_product(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(2,2), b(2,2), c(2,2), v(2)
  a = reshape(x(1:4), [2,2])
  b = transpose(a)
  c = matmul(a, b)
  v = matmul(c, x(1:2))
  s = v(1) * v(2) + norm2(x)
end subroutine

subroutine pointers(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in), target :: x(n)
  real(8), intent(out) :: s
  real(8), pointer :: p(:)
  p => x(2:n)
  s = p(1) * p(2) + sum(p)
end subroutine

subroutine where_and_forall(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n)
  integer :: i
  where (x > 1.5d0)
    y = x * x
  elsewhere
    y = 3 * x
  end where
  forall (i = 1:n) y(i) = y(i) + x(n+1-i)
  do concurrent (i = 1:n)
    y(i) = y(i) * x(i)
  end do
  s = sum(y)
end subroutine

subroutine jacobi(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: u(:,:), w(:,:)
  integer :: it, i, j
  allocate(u(0:n+1, 0:n+1), w(0:n+1, 0:n+1))
  u = 0
  do i = 1, n
    u(i, 0) = x(i)
    u(0, i) = x(n+1-i)**2
  end do
  w = u
  do it = 1, 4
    do j = 1, n
      do i = 1, n
        w(i, j) = 0.25d0 * (u(i-1, j) + u(i+1, j) + u(i, j-1) + u(i, j+1))
      end do
    end do
    u = w
  end do
  s = sum(u(1:n, 1:n)**2)
end subroutine

subroutine cholesky(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n, n)
  integer :: i, j
  do i = 1, n
    do j = 1, n
      a(i, j) = exp(-(x(i) - x(j))**2)
    end do
    a(i, i) = a(i, i) + 1
  end do
  do j = 1, n
    a(j, j) = sqrt(a(j, j) - dot_product(a(j, 1:j-1), a(j, 1:j-1)))
    a(j+1:n, j) = (a(j+1:n, j) - matmul(a(j+1:n, 1:j-1), a(j, 1:j-1))) / a(j, j)
  end do
  s = 0
  do i = 1, n
    s = s + 2 * log(a(i, i))
  end do
end subroutine

subroutine shifted(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n), z(n)
  y = x
  y(2:n) = y(1:n-1) * 2
  y(1:n:2) = y(n:1:-2)
  z = cshift(x, 1) * x
  s = sum(y**2) + z(1) + product(x(1:3))
end subroutine

subroutine by_dimension(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n, 3), r(n), c(3)
  a(:, 1) = x
  a(:, 2) = x**2
  a(:, 3) = spread(x(1), 1, n)
  r = sum(a, dim=2)
  c = maxval(a, dim=1)
  s = dot_product(r, x) + c(1) * c(3) + sum(x, mask=x > 1d0)
end subroutine

subroutine linear_solve(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n, n), b(n), f
  integer :: i, j, k
  a = 0
  do i = 1, n
    a(i, i) = 4 + x(i)
    if (i > 1) a(i, i-1) = x(i-1)
    if (i < n) a(i, i+1) = 1
    b(i) = x(i) * i
  end do
  do k = 1, n - 1
    do i = k + 1, n
      f = a(i, k) / a(k, k)
      a(i, k+1:n) = a(i, k+1:n) - f * a(k, k+1:n)
      b(i) = b(i) - f * b(k)
    end do
  end do
  do i = n, 1, -1
    b(i) = (b(i) - dot_product(a(i, i+1:n), b(i+1:n))) / a(i, i)
  end do
  s = norm2(b)
end subroutine

subroutine assumed_rank_2(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(2, 2)
  a(:, 1) = x(1:2)
  a(:, 2) = x(3:4)
  s = trace(matmul(a, transpose(a)))
contains
  real(8) function trace(m)
    real(8), intent(in) :: m(:, :)
    integer :: i
    trace = 0
    do i = 1, size(m, 1)
      trace = trace + m(i, i)
    end do
  end function
end subroutine

subroutine masks(n, x, s)
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
s = 0
if (any(x > 2)) s = s + x(1)
if (all(x > 0)) s = s + x(2)**2
s = s + count(x > 1) * x(3)
end subroutine

subroutine growing(n, x, s)
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
real(8), allocatable :: a(:)
integer :: i
a = [x(1)]
do i = 2, n
  a = [a, x(i) * a(i-1)]
end do
s = sum(a)
end subroutine

subroutine sections(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n, n), b(2)
  integer :: idx(3)
  idx = [3, 1, 2]
  a = 0
  a(:, 2) = x
  a(2, :) = a(2, :) + x**2
  b = a(1:2, 2)
  s = sum(a(idx, 2)) + b(1) * b(2) + maxval(a(2, :))
  call scale(a(1:n:2, 2), 2d0)
  s = s + a(1, 2) * a(3, 2)
contains
  subroutine scale(v, f)
    real(8), intent(inout) :: v(:)
    real(8), intent(in) :: f
    v = v * f
  end subroutine
end subroutine

subroutine maxloc_min(n, x, s)
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
integer :: k
k = maxloc(x, 1)
s = x(k)**2 + x(minloc(x, 1))
end subroutine

subroutine packed(n, x, s)
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
real(8), allocatable :: a(:)
a = pack(x, x > 1)
s = sum(a**2)
end subroutine
