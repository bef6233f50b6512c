! Internal procedures as arguments of procedures that call themselves.
module solvers
  implicit none
  abstract interface
    real(8) function scalar(t)
      real(8), intent(in) :: t
    end function
    subroutine rhs(t, y, d)
      real(8), intent(in) :: t, y(:)
      real(8), intent(out) :: d(:)
    end subroutine
  end interface
  type integrator
    procedure(scalar), pointer, nopass :: f => null()
  end type
contains
  recursive function bisect(f, g, a, b, depth) result(r)
    procedure(scalar) :: f, g
    real(8), intent(in) :: a, b
    integer, intent(in) :: depth
    real(8) :: r, m
    m = 0.5d0*(a+b)
    if (depth == 0) then
      r = m - f(m)/g(m)
    else if (f(a)*f(m) < 0) then
      r = bisect(f, g, a, m, depth-1)
    else
      r = bisect(f, g, m, b, depth-1)
    end if
  end function
  recursive subroutine ode(f, t, y, h, level)
    procedure(rhs) :: f
    real(8), intent(in) :: t, h
    real(8), intent(inout) :: y(:)
    integer, intent(in) :: level
    real(8) :: d(size(y)), e(size(y))
    if (level == 0) then
      call f(t, y, d)
      call f(t+h, y+h*d, e)
      y = y + h/2*(d+e)
    else
      call ode(f, t, y, h/2, level-1)
      call ode(f, t+h/2, y, h/2, level-1)
    end if
  end subroutine
  recursive real(8) function outer(f, n) result(r)
    procedure(scalar) :: f
    integer, intent(in) :: n
    if (n == 0) then
      r = f(1d0)
    else
      r = inner(f, n) + 0.1d0*f(0.5d0*n)
    end if
  end function
  recursive real(8) function inner(g, n) result(r)
    procedure(scalar) :: g
    integer, intent(in) :: n
    r = outer(g, n-1)*g(2d0)
  end function
  real(8) function plain(t)
    real(8), intent(in) :: t
    plain = t*t
  end function
end module

subroutine two_internal_procedures(n, x, s)
  use solvers
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = bisect(f, df, 0d0, 3d0, 8) + bisect(f, plain, 0d0, 3d0, 8)
contains
  real(8) function f(t)
    real(8), intent(in) :: t
    f = t**3 - x(1)*t - x(2) - 1
  end function
  real(8) function df(t)
    real(8), intent(in) :: t
    df = 3*t**2 - x(1)
  end function
end subroutine

subroutine internal_right_hand_side(n, x, s)
  use solvers
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(2)
  integer :: calls
  calls = 0
  y = x(1:2)
  call ode(f, 0d0, y, 0.5d0, 3)
  s = y(1)*y(2)*calls
contains
  subroutine f(t, y, d)
    real(8), intent(in) :: t, y(:)
    real(8), intent(out) :: d(:)
    calls = calls + 1
    d(1) = x(3)*y(2) + t
    d(2) = -x(4)*sin(y(1)) + x(5)*cos(t)
  end subroutine
end subroutine

subroutine handed_on_by_turns(n, x, s)
  use solvers
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = outer(f, 3)*outer(plain, 2)
contains
  real(8) function f(t)
    real(8), intent(in) :: t
    f = x(1)*t + x(2)
  end function
end subroutine

subroutine module_procedure_in_component(n, x, s)
  use solvers
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(integrator) :: q
  q%f => plain
  s = twice(q)*x(1)
contains
  real(8) function twice(a)
    type(integrator), intent(in) :: a
    twice = a%f(x(2))**2
  end function
end subroutine

subroutine internal_procedure_in_component(n, x, s)
  use solvers
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(integrator) :: q
  q%f => loc
  s = twice(q)*x(1)
contains
  real(8) function loc(t)
    real(8), intent(in) :: t
    loc = t*x(3)
  end function
  real(8) function twice(a)
    type(integrator), intent(in) :: a
    twice = a%f(x(2))**2
  end function
end subroutine

module integration
contains
  recursive function adapt(f, a, b, fa, fm, fb, d) result(r)
    interface
      real(8) function f(t)
        real(8), intent(in) :: t
      end function
    end interface
    real(8), intent(in) :: a, b, fa, fm, fb
    integer, intent(in) :: d
    real(8) :: r, m, l, q, one, two
    m = (a+b)/2
    l = f((a+m)/2); q = f((m+b)/2)
    one = (b-a)/6*(fa+4*fm+fb)
    two = (b-a)/12*(fa+4*l+2*fm+4*q+fb)
    if (d <= 0 .or. abs(one-two) < 1d-9) then
      r = two
    else
      r = adapt(f, a, m, fa, l, fm, d-1) + adapt(f, m, b, fm, q, fb, d-1)
    end if
  end function
end module

subroutine adaptive_quadrature(n, x, s)
  use integration
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: v, u
  v = 0; u = 1
  s = adapt(g, v, u, g(v), g(0.5d0), g(u), 6)
contains
  real(8) function g(t)
    real(8), intent(in) :: t
    g = exp(-x(1)*t)*cos(x(2)*t) + x(3)/(1+x(4)*t*t)
  end function
end subroutine
