! How Fortran names, passes and calls.
module shared_state
  implicit none
  real(8) :: factor = 1.5d0
  real(8), allocatable :: table(:)
contains
  real(8) function kernel(a, b)
    real(8), intent(in) :: a, b
    kernel = exp(-(a-b)**2) * factor
  end function
  elemental real(8) function squash(a)
    real(8), intent(in) :: a
    squash = a / (1 + abs(a))
  end function
end module

subroutine explicit_shape(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i, j
  s = 0
  do i = 1, n
    do j = 1, n
      s = s + x(i) * x(j) / (i + j)
    end do
  end do
end subroutine

subroutine uses_module(n, x, s)
  use shared_state
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 2, n
    s = s + kernel(x(i), x(i-1))
  end do
end subroutine

subroutine elementals(n, x, s)
  use shared_state
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: t(n)
  t = squash(x)
  s = t(1) * t(2) + t(n)
end subroutine

subroutine assumed_shape_callee(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = work(x(1:n-1)) + work(x(1:n:2))
contains
  real(8) function work(v)
    real(8), intent(in) :: v(:)
    integer :: i
    work = 0
    do i = 1, size(v)
      work = work + v(i)**3 * x(1)
    end do
  end function
end subroutine

recursive subroutine recurse(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: t
  if (n == 1) then
    s = x(1)**2
    return
  end if
  call recurse(n-1, x, t)
  s = t * 0.5d0 + x(n) * x(n-1)
end subroutine

subroutine saved_scratch(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), save :: scratch(100)
  integer :: i
  scratch(1) = x(1)
  do i = 2, n
    scratch(i) = scratch(i-1) * x(i) + sin(x(i))
  end do
  s = scratch(n)
end subroutine

subroutine optional_arguments(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = opt(x(1)) + opt(x(2), x(3))
contains
  real(8) function opt(a, b)
    real(8), intent(in) :: a
    real(8), intent(in), optional :: b
    opt = a * a
    if (present(b)) opt = opt * b
  end function
end subroutine

subroutine procedure_argument(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = simpson(integrand, 0d0, 1d0)
contains
  real(8) function integrand(t)
    real(8), intent(in) :: t
    integrand = x(1) * exp(x(2) * t) + x(3) * t**2
  end function
  real(8) function simpson(f, a, b)
    interface
      real(8) function f(t)
        real(8), intent(in) :: t
      end function
    end interface
    real(8), intent(in) :: a, b
    simpson = (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b))
  end function
end subroutine

subroutine prints(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = x(1) * x(2)
  if (s > 1e6) then
    print *, 'large', s
    stop 3
  end if
  s = s * x(3)
end subroutine

subroutine common_block(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: c(4)
  common /shared/ c
  c(1) = x(1)
  c(2) = x(2) * x(3)
  call through_common(s)
end subroutine

subroutine through_common(s)
  real(8), intent(out) :: s
  real(8) :: c(4)
  common /shared/ c
  s = c(1) * c(2)
end subroutine
