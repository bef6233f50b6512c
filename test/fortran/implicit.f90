! Roots, fixed points, least points, linear systems and differential equations from Fortran.
! include: enzyme/implicit/fortran.h
module equations
  implicit none
contains
  subroutine circle(n, x, np, p, r)
    integer, intent(in) :: n, np
    real(8), intent(in) :: x(n), p(np)
    real(8), intent(out) :: r(n)
    r(1) = x(1) + x(2) - p(1) - 3
    r(2) = x(1) * x(2) * p(2) - p(3)
  end subroutine

  ! Flat almost everywhere.
  subroutine bisect(n, x, np, p)
    integer, intent(in) :: n, np
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: p(np)
    real(8) :: low, high
    integer :: i
    low = 0
    high = 10
    do i = 1, 60
      x(1) = (low + high) / 2
      if (x(1)**3 + x(1) > p(1)) then
        high = x(1)
      else
        low = x(1)
      end if
    end do
  end subroutine

  subroutine cubic(n, x, np, p, r)
    integer, intent(in) :: n, np
    real(8), intent(in) :: x(n), p(np)
    real(8), intent(out) :: r(n)
    r(1) = x(1)**3 + x(1) - p(1)
  end subroutine

  subroutine kepler(n, x, np, p, next)
    integer, intent(in) :: n, np
    real(8), intent(in) :: x(n), p(np)
    real(8), intent(out) :: next(n)
    next = p(1) + 0.3d0 * p(2) * sin(x)
  end subroutine

  real(8) function valley(n, x, np, p)
    integer, intent(in) :: n, np
    real(8), intent(in) :: x(n), p(np)
    valley = sum((x - p(:n))**2) + p(4) * sum((x(2:) - x(:n - 1)**2)**2)
  end function

  subroutine swing(n, t, y, np, p, dy)
    integer, intent(in) :: n, np
    real(8), intent(in) :: t, y(n), p(np)
    real(8), intent(out) :: dy(n)
    dy(1) = y(2)
    dy(2) = -p(1) * sin(y(1)) - 0.1d0 * p(2) * y(2) + cos(t)
  end subroutine
end module

subroutine root(n, x, s)
  use enzyme
  use equations
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(2), z(1)
  y = [3, 1]
  call enzyme_root(circle, 2, y, 3, x)
  z = 1
  call enzyme_root(cubic, 1, z, 1, [y(1) + x(4)], bisect)
  s = y(2) * x(5) + z(1)
end subroutine

subroutine fixed(n, x, s)
  use enzyme
  use equations
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(1)
  y = x(1)
  call enzyme_fixed_point(kepler, 1, y, n, x)
  s = y(1) * x(3)
end subroutine

subroutine least(n, x, s)
  use enzyme
  use equations
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(3)
  y = 0.5d0
  call enzyme_argmin(valley, 3, y, n, x)
  s = sum(y**2) * x(5)
end subroutine

subroutine linear(n, x, s)
  use enzyme
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(3, 3), y(3)
  a = reshape([x(1), 1d0, x(2), 0d0, x(3) * x(1), 2d0, x(4), x(5), 5d0], [3, 3])
  call enzyme_linear_solve(3, a, x(2:4), y)
  s = sum(y * x(1:3))
end subroutine

subroutine ode(n, x, s)
  use enzyme
  use equations
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(2)
  call enzyme_ode(swing, 2, x(4:5), [0d0, x(3)], n, x, y, steps=40, snapshots=4)
  call enzyme_ode(swing, 2, y, [x(3), 3d0], n, x, y, relative=1d-12, absolute=1d-12)
  s = y(1) * y(2)
end subroutine
