! Objects that operators and functions make of copies of others: allocation by a source in procedures
! that know of their arguments' descriptors only what these say.
module operators
  implicit none
  type, abstract :: fun
  contains
    procedure(ev), deferred :: eval
    procedure, private :: plus
    procedure, private :: times
    generic :: operator(+) => plus
    generic :: operator(*) => times
  end type
  abstract interface
    recursive real(8) function ev(self, t)
      import fun
      class(fun), intent(in) :: self
      real(8), intent(in) :: t
    end function
  end interface
  type, extends(fun) :: mono
    real(8) :: c
    integer :: p
  contains
    procedure :: eval => ev_mono
  end type
  type, extends(fun) :: bin
    class(fun), allocatable :: l, r
    integer :: op
  contains
    procedure :: eval => ev_bin
  end type
contains
  recursive real(8) function ev_mono(self, t)
    class(mono), intent(in) :: self
    real(8), intent(in) :: t
    ev_mono = self%c*t**self%p
  end function
  recursive real(8) function ev_bin(self, t)
    class(bin), intent(in) :: self
    real(8), intent(in) :: t
    if (self%op == 1) then
      ev_bin = self%l%eval(t) + self%r%eval(t)
    else
      ev_bin = self%l%eval(t) * self%r%eval(t)
    end if
  end function
  function plus(a, b) result(c)
    class(fun), intent(in) :: a, b
    type(bin) :: c
    allocate(c%l, source=a)
    allocate(c%r, source=b)
    c%op = 1
  end function
  function times(a, b) result(c)
    class(fun), intent(in) :: a, b
    type(bin) :: c
    allocate(c%l, source=a)
    allocate(c%r, source=b)
    c%op = 2
  end function
end module

subroutine operators_of_classes(n, x, s)
  use operators
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  class(fun), allocatable :: f
  f = mono(x(1), 2) + mono(x(2), 1)*mono(x(3), 3)
  s = f%eval(0.5d0)*f%eval(x(4))
  f = f*mono(x(5), 1)
  s = s + f%eval(1.5d0)
end subroutine

module anything
  implicit none
  type pair
    class(*), allocatable :: first, second
    integer :: tag = 0
  end type
contains
  function pair_of(a, b) result(p)
    class(*), intent(in) :: a, b
    type(pair) :: p
    !dir$ noinline
    allocate(p%first, source=a)
    allocate(p%second, source=b)
    p%tag = 1
  end function
  recursive real(8) function value_of(a) result(r)
    class(*), intent(in) :: a
    r = 0
    select type (a)
    type is (real(8))
      r = a
    type is (integer)
      r = a
    type is (pair)
      r = value_of(a%first) + 2*value_of(a%second)*a%tag
    end select
  end function
end module

subroutine pairs_of_anything(n, x, s)
  use anything
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(pair) :: p, q
  class(*), allocatable :: v
  p = pair_of(x(1)*x(2), 3)
  q = pair_of(p, x(3)**2)
  s = value_of(q)*value_of(p)
  v = pair_of(q, pair_of(2, x(4)))
  s = s + value_of(v)*x(5)
  v = x(1)
  s = s + value_of(pair_of(v, q))
end subroutine
