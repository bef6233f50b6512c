! Objects: dynamic types, bindings, copies of what is polymorphic.
module polymorphs
  implicit none
  type, abstract :: law
    real(8) :: k = 1
  contains
    procedure(evi), deferred :: ev
    procedure :: twice => law_twice
  end type
  abstract interface
    real(8) function evi(self, x)
      import law
      class(law), intent(in) :: self
      real(8), intent(in) :: x
    end function
  end interface
  type, extends(law) :: lin
    real(8) :: a
  contains
    procedure :: ev => lin_ev
  end type
  type, extends(law) :: quad
    real(8), allocatable :: c(:)
  contains
    procedure :: ev => quad_ev
    procedure :: twice => quad_twice
  end type
  type box
    class(law), allocatable :: l
  end type
  type stack
    type(box), allocatable :: b(:)
    integer :: n = 0
  contains
    procedure :: push
    procedure :: total
  end type
  type vec
    real(8) :: v(3) = 0
  contains
    procedure, private :: add => vadd
    procedure, private :: mul => vmul
    generic :: operator(+) => add
    generic :: operator(*) => mul
  end type
  interface vec
    procedure make_vec
  end interface
  interface assignment(=)
    procedure vassign
  end interface
contains
  real(8) function lin_ev(self, x)
    class(lin), intent(in) :: self
    real(8), intent(in) :: x
    lin_ev = self%a*x*self%k
  end function
  real(8) function quad_ev(self, x)
    class(quad), intent(in) :: self
    real(8), intent(in) :: x
    integer :: i
    quad_ev = 0
    do i = size(self%c), 1, -1
      quad_ev = quad_ev*x + self%c(i)
    end do
  end function
  real(8) function law_twice(self, x)
    class(law), intent(in) :: self
    real(8), intent(in) :: x
    law_twice = 2*self%ev(x)
  end function
  real(8) function quad_twice(self, x)
    class(quad), intent(in) :: self
    real(8), intent(in) :: x
    quad_twice = self%law%k*self%ev(x)**2
  end function
  subroutine push(self, l)
    class(stack), intent(inout) :: self
    class(law), intent(in) :: l
    if (.not. allocated(self%b)) allocate(self%b(4))
    self%n = self%n + 1
    allocate(self%b(self%n)%l, source=l)
  end subroutine
  real(8) function total(self, x)
    class(stack), intent(in) :: self
    real(8), intent(in) :: x
    integer :: i
    total = 0
    do i = 1, self%n
      total = total + self%b(i)%l%twice(x)
    end do
  end function
  type(vec) function vadd(a, b)
    class(vec), intent(in) :: a, b
    vadd%v = a%v + b%v
  end function
  type(vec) function vmul(a, b)
    class(vec), intent(in) :: a
    real(8), intent(in) :: b
    vmul%v = a%v*b
  end function
  type(vec) function make_vec(a, b, c)
    real(8), intent(in) :: a, b, c
    make_vec%v = [a, b, c]
  end function
  subroutine vassign(a, b)
    real(8), intent(out) :: a
    type(vec), intent(in) :: b
    a = sum(b%v)
  end subroutine
end module

subroutine overridden(n, x, s)
  use polymorphs
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(lin) :: l
  type(quad) :: q
  l%a = x(1); l%k = x(2)
  q%c = x(2:4)
  q%k = x(5)
  s = l%twice(x(1)) + q%twice(x(3))
end subroutine

subroutine through_class_pointer(n, x, s)
  use polymorphs
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(lin), target :: l
  type(quad), target :: q
  class(law), pointer :: p
  integer :: i
  l%a = x(1); l%k = x(2)
  q%c = x(2:4)
  s = 0
  do i = 1, 3
    if (mod(i,2) == 0) then
      p => l
    else
      p => q
    end if
    s = s + p%ev(x(i))*p%twice(x(1))
  end do
end subroutine

subroutine select_type(n, x, s)
  use polymorphs
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  class(law), allocatable :: p
  integer :: i
  s = 0
  do i = 1, 3
    if (mod(i,2) == 0) then
      allocate(lin :: p)
    else
      allocate(quad :: p)
    end if
    select type (p)
    type is (lin)
      p%a = x(i)
      p%k = 3
    class is (quad)
      p%c = x(1:i)
    end select
    s = s + p%ev(x(i))*p%twice(x(1))
    deallocate(p)
  end do
end subroutine

subroutine polymorphic_components(n, x, s)
  use polymorphs
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(stack) :: st
  type(lin) :: l
  type(quad) :: q
  l%a = x(1); l%k = x(2)
  q%c = x(2:4)
  call st%push(l)
  call st%push(q)
  l%a = x(5)
  call st%push(l)
  s = st%total(x(3))
end subroutine

subroutine defined_operators(n, x, s)
  use polymorphs
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(vec) :: a, b
  a = vec(x(1), x(2), x(3))
  b = a + a*x(4) + vec(x(5), 1d0, 0d0)
  s = b
  s = s*b%v(1)
end subroutine

subroutine polymorphic_copies(n, x, s)
  use polymorphs
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  class(law), allocatable :: p, q
  type(quad) :: z
  z%c = x(1:3)
  allocate(p, source=z)
  q = p
  select type(q)
  type is (quad)
    q%c(1) = q%c(1)*2
  end select
  s = q%ev(x(4))*p%ev(x(5))
end subroutine

subroutine unlimited_polymorphic(n, x, s)
  use polymorphs
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = gen(x(1)) + gen(3) + gen(cmplx(x(2), x(3), 8))
contains
  real(8) function gen(v)
    class(*), intent(in) :: v
    select type (v)
    type is (real(8))
      gen = v*v
    type is (integer)
      gen = v*x(4)
    type is (complex(8))
      gen = abs(v)
    class default
      gen = 0
    end select
  end function
end subroutine

subroutine polymorphic_array(n, x, s)
  use polymorphs
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  class(law), allocatable :: p(:)
  integer :: i
  allocate(lin :: p(n))
  select type (p)
  type is (lin)
    do i = 1, n
      p(i)%a = x(i)
    end do
  end select
  s = 0
  do i = 1, n
    s = s + p(i)%ev(x(i))
  end do
end subroutine
