! Intrinsics that flang leaves to its library, one way or another at each level.
subroutine matrix_products(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(3,2), b(2,4), c(3,4), v(3)
  integer :: i
  a = reshape([x, x(1)], [3,2])
  b = reshape([(x(mod(i,5)+1)*i, i=1,8)], [2,4])
  c = matmul(a, b)
  v = matmul(c, [1d0,2d0,3d0,x(2)])
  s = dot_product(v, v*x(1)) + sum(matmul(x(1:2), b))
end subroutine

subroutine products_of_mixed_kinds(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(4) :: a(2,2), b(2)
  integer :: k(2,2)
  a = reshape(real(x(1:4)), [2,2])
  b = matmul(a, real(x(1:2)))
  k = reshape([1,2,3,4], [2,2])
  s = b(1)*b(2) + sum(matmul(k, x(1:2))) + sum(matmul(a, x(2:3)))
  s = nint(s*0) + matmul2(x)
contains
  real(8) function matmul2(y)
    real(8) :: y(:)
    integer :: k(2,2)
    k = reshape([1,2,3,4], [2,2])
    matmul2 = sum(matmul(k, y(1:2))**2)
  end function
end subroutine

subroutine complex_products(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  complex(8) :: a(2,2), b(2), c
  a(1,1) = cmplx(x(1), x(2), 8); a(2,1) = x(3); a(1,2) = (0,1)*x(4); a(2,2) = 1
  b = matmul(a, [cmplx(x(5), 1, 8), (1d0,0d0)])
  c = dot_product(b, a(:,1))
  s = real(c)*aimag(c) + abs(sum(b)) + real(product(b)) + aimag(conjg(b(1)))
end subroutine

subroutine reductions(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n,3), r(3), m(n)
  logical :: l(n,3)
  a(:,1) = x; a(:,2) = x*x; a(:,3) = 1/x
  l = a > 0.8d0
  s = sum(a, mask=l) + product(a(:,1), mask=l(:,1))
  r = sum(a, dim=1, mask=l)
  m = product(a, dim=2)
  s = s + dot_product(r, r) + sum(m) + maxval(a, mask=.not.l) + minval(a)
  r = maxval(a, dim=1, mask=l)
  m = minval(a, 2)
  s = s + r(1)*r(2)*r(3) + m(1)*m(2)
  s = s + sum(sum(a, 1)) + norm2(a(1:3,2)) + sum(norm2(a, dim=1)**3) + sum(norm2(a, 2))
end subroutine

subroutine places(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: k(1), k2(2), j
  real(8) :: a(n,2)
  a(:,1) = x; a(:,2) = -x
  k = maxloc(x)
  k2 = minloc(a)
  j = findloc([1,2,3,4], 3, 1)
  s = x(k(1))*a(k2(1),k2(2)) + x(j)
  k = maxloc(x, mask=x<2)
  s = s*x(k(1))
  j = minloc(x, 1, mask=x>1)
  s = s + x(j)**2
  k2 = maxloc(a, dim=1)
  s = s + a(k2(1),1)*a(k2(2),2)
end subroutine

subroutine packing(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: u(n), v(3)
  real(8), allocatable :: p(:)
  p = pack(x, x > 1)
  u = unpack(p*p, x > 1, x)
  v = pack(x, x > 1.5d0, [x(1)*x(2), 2d0, x(3)])
  s = sum(u) + product(v) + sum(merge(x, 2*x, x > 1))
end subroutine

subroutine padding_and_order(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(2,3), b(3,2)
  a = reshape(x, [2,3], pad=[x(1)*x(2)])
  b = reshape(a, [3,2], order=[2,1])
  s = a(2,3)*b(1,2) + b(3,1)*b(2,1)
  b = spread(x(1:3), 2, 2)
  s = s + sum(b(:,1)*b(:,2))
  a = spread(x(1:3), 1, 2)*x(4)
  s = s + a(1,2)*a(2,3)
end subroutine

subroutine elemental_functions(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = abs(x(1)-2)*dim(x(3),x(2)) + sign(x(1),-x(2)) + aint(x(3))*x(1) + anint(x(3))*x(2) + mod(x(3), x(1)) + modulo(-x(3), x(1))
  s = s + exp(-x(1)) + log(x(2)) + log10(x(3)) + sqrt(x(4)) + sin(x(1))*cos(x(2))*tan(x(5)) + asin(x(5)) + acos(x(5)) + atan(x(1))
  s = s + atan2(x(1),-x(2)) + sinh(x(2)) + cosh(x(3)) + tanh(x(4)) + asinh(x(1)) + acosh(x(3)) + atanh(x(5))
  s = s + erf(x(1)) + erfc(x(2)) + gamma(x(3)) + log_gamma(x(4)) + hypot(x(1),x(5)) + x(1)**x(2) + x(3)**3 + 2**x(4) + x(5)**(-2)
  s = s + ceiling(x(1)) + floor(x(2)) + nint(x(3))
end subroutine

subroutine bessel(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = bessel_j0(x(1)) + bessel_j1(x(2)) + bessel_jn(2, x(3)) + bessel_y0(x(1)) + bessel_y1(x(2)) + bessel_yn(3, x(3))
end subroutine

subroutine scaled_erfc(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = erfc_scaled(x(1))
end subroutine

subroutine parts_of_numbers(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = fraction(x(1))*x(2) + exponent(x(3))*x(3) + scale(x(1), 2) + spacing(x(2)) + set_exponent(x(4), 3)
end subroutine

subroutine transferred_bits(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  complex(8) :: z
  real(8) :: r(2)
  integer(8) :: k
  z = transfer(x(1:2), z)
  r = transfer(z*z, r)
  k = transfer(x(3), k)
  s = r(1)*r(2) + transfer(k, s)*x(1)
end subroutine

subroutine questions_about_numbers(n, x, s)
  use, intrinsic :: ieee_arithmetic
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = 0
  if (ieee_is_finite(x(1)) .and. .not. ieee_is_nan(x(2))) s = x(1)*x(2)
  s = s + epsilon(x(1)) + tiny(s) + huge(1)*0
  if (.not. ieee_is_normal(x(3))) s = 0
  s = s + ieee_copy_sign(x(4), -x(5))
end subroutine

subroutine reduce_by_function(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = reduce(x, op)
contains
  pure real(8) function op(a, b)
    real(8), intent(in) :: a, b
    op = a*b + a
  end function
end subroutine

subroutine shifted_rows(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n,2), y(n)
  a(:,1) = x
  a(:,2) = x*2
  a = cshift(a, 1, dim=1)
  s = sum(a(:,1)*a(:,2))
end subroutine

subroutine end_off_shift(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n)
  y = eoshift(x, 1)
  s =  dot_product(y, x)
end subroutine

subroutine end_off_shift_with_boundary(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n)
  y = eoshift(x, -2, boundary=x(1))
  s = y(1)*y(4)
end subroutine

subroutine shifts_of_each_column(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n,2), y(n)
  a(:,1) = x
  a(:,2) = x*2
  a = cshift(a, [1,2], dim=1)
  s = a(1,1)*a(2,2)
end subroutine

subroutine extended_precision(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(10) :: q(n)
  q = x
  q = q**2*(1+q)
  s = sum(q) + maxval(q)*q(2) + dot_product(q,q) + q(2)**3
end subroutine

subroutine complex_functions(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  complex(8) :: z, w
  z = cmplx(x(1), x(2), 8)
  w = exp(z) + log(z) + sqrt(z) + sin(z) + cos(z) + tan(z) + sinh(z) + cosh(z) + tanh(z)
  w = w + z**2 + z**3 + z**(-2) + z**x(3) + z**cmplx(x(4),x(5),8) + asin(z) + acos(z) + atan(z) + asinh(z) + acosh(z) + atanh(z*0.1d0)
  w = w/conjg(z) + abs(z)*z + 1/z
  s = real(w) + aimag(w)**2
end subroutine

subroutine complex_constructors(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  complex(8) :: z, w(3)
  complex(4) :: c
  z = cmplx(x(1), x(2), 8)
  w = [z, z*z, conjg(z)]
  w(1)%re = x(3)
  w(2)%im = w(2)%im*x(4)
  c = (1.5, 2.5)
  s = abs(sum(w))*real(w(2)*c) + dot_product(w, w) + product(w%re)
  w = w/[z, 2*z, (1d0,1d0)]
  s = s + sum(abs(w)) + sum(real(matmul(reshape([w,w],[3,2]), [z, z])))
end subroutine

subroutine fourier(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  complex(8), allocatable :: z(:), f(:)
  complex(8) :: tw
  integer :: i, j
  z = cmplx(x, x(n:1:-1)**2, 8)
  allocate(f(n))
  do i = 1, n
    tw = exp(cmplx(0, -2*3.14159265d0*(i-1)/n, 8))
    f(i) = 0
    do j = n, 1, -1
      f(i) = f(i)*tw + z(j)
    end do
  end do
  s = sum(abs(f)**2*x)
end subroutine

subroutine dot_products_of_mixed_kinds(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: k(3)
  integer(2) :: short(3)
  real(4) :: a(3)
  complex(8) :: z(3)
  k = [2, 3, 4]
  short = [1_2, 2_2, 3_2]
  a = real(x(1:3)*2)
  z = cmplx(x(1:3), x(2:4), 8)
  s = dot_product(k, x(1:3)) + dot_product(x(2:4), short) + dot_product(k, short)
  s = s + real(dot_product(z, x(1:3))) + aimag(dot_product(k, z)) + real(dot_product(z, z))
  if (dot_product(x > 1, x < 2)) s = s + nint(dot_product(a, k))*x(5) + 0*dot_product(a, x(1:3))
end subroutine
