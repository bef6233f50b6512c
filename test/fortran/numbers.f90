! Numbers and control flow, old and new.
subroutine complex_numbers(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  complex(8) :: z, w
  z = cmplx(x(1), x(2), 8)
  w = exp(z) * z / (2, 1)
  s = real(w) + aimag(w)**2 + abs(z)
end subroutine

subroutine while_and_select(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  s = x(1)
  i = 0
  do while (s < 50 .and. i < 100)
    i = i + 1
    select case (mod(i, 3))
    case (0)
      s = s * 1.1d0 + x(2)
    case (1)
      s = s + x(3)**2
    case default
      if (i == 5) cycle
      s = s + 0.1d0 * x(1) * x(2)
    end select
    if (i > 20) exit
  end do
end subroutine

subroutine power_and_mod(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = x(1)**n + x(2)**1.5d0 + mod(x(3), 2d0) * x(1) + atan2(x(1), x(2)) + log10(x(3)) + hypot(x(1), x(2)) + erf(x(3)) + gamma(x(1))
end subroutine

subroutine statement_functions(n, x, s)
  integer n, i
  real*8 x(*), s, f, a, b
  f(a, b) = a * b + sin(a)
  s = 0
  do 10 i = 2, n
    s = s + f(x(i), x(i-1))
10 continue
end subroutine

subroutine equivalenced(n, x, s)
  integer n
  real*8 x(*), s, a(4), b(2,2)
  equivalence (a, b)
  a(1) = x(1)
  a(2) = x(2)
  a(3) = x(3) * x(1)
  a(4) = x(4)
  s = b(1,1) * b(2,2) - b(1,2) * b(2,1)
end subroutine

subroutine arithmetic_if_and_goto(n, x, s)
  integer n, i
  real*8 x(*), s
  s = 0
  i = 1
20 if (i .gt. n) goto 40
  if (x(i) - 1.0d0 .lt. 0) goto 30
  s = s + x(i) * x(i)
  goto 35
30 s = s + 3 * x(i)
35 i = i + 1
  goto 20
40 continue
end subroutine

subroutine write_internal(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  character(32) :: text
  write(text, '(F10.3)') x(1)
  s = x(1) * x(2) + len_trim(text) * 0
end subroutine

subroutine newton(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y, step
  y = 1
  do
    step = (y**3 - x(1) * y - x(2)) / (3 * y**2 - x(1))
    y = y - step
    if (abs(step) < 1d-14) exit
  end do
  s = y * x(3)
end subroutine

subroutine complex_arrays(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  complex(8) :: z(n)
  integer :: i, k
  complex(8) :: t
  do k = 1, n
    t = 0
    do i = 1, n
      t = t + x(i) * exp((0d0, 1d0) * (i - 1) * (k - 1) * 6.28d0 / n)
    end do
    z(k) = t
  end do
  s = sum(abs(z)**2) + real(z(2) * conjg(z(3)))
end subroutine
