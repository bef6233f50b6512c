! Abstract types, lists of what extends them, functions that make them, values of any type.
module shapes
  implicit none
  type, abstract :: shape_t
    real(8) :: w = 1
  contains
    procedure(area_i), deferred :: area
    procedure :: scaled => shape_scaled
  end type
  abstract interface
    function area_i(self) result(a)
      import shape_t
      class(shape_t), intent(in) :: self
      real(8) :: a
    end function
  end interface
  type, extends(shape_t) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape_t) :: polygon
    real(8), allocatable :: px(:), py(:)
  contains
    procedure :: area => polygon_area
    procedure :: scaled => polygon_scaled
  end type
  type, extends(circle) :: ring
    real(8) :: inner
  contains
    procedure :: area => ring_area
  end type
  type :: holder
    class(shape_t), allocatable :: it
  end type
  type :: node
    class(shape_t), pointer :: it => null()
    type(node), pointer :: next => null()
  end type
  type :: list
    type(node), pointer :: first => null()
    integer :: length = 0
  contains
    procedure :: push
    procedure :: total
    procedure :: clear
  end type
contains
  function shape_scaled(self, f) result(a)
    class(shape_t), intent(in) :: self
    real(8), intent(in) :: f
    real(8) :: a
    a = self%w*f*self%area()
  end function
  function circle_area(self) result(a)
    class(circle), intent(in) :: self
    real(8) :: a
    a = 3.0d0*self%r**2
  end function
  function ring_area(self) result(a)
    class(ring), intent(in) :: self
    real(8) :: a
    a = self%circle%area() - 3.0d0*self%inner**2
  end function
  function polygon_area(self) result(a)
    class(polygon), intent(in) :: self
    real(8) :: a
    a = 0.5d0*sum(self%px*cshift(self%py,1) - self%py*cshift(self%px,1))
  end function
  function polygon_scaled(self, f) result(a)
    class(polygon), intent(in) :: self
    real(8), intent(in) :: f
    real(8) :: a
    a = self%w*self%area()*f**2
  end function
  subroutine push(self, s)
    class(list), intent(inout) :: self
    class(shape_t), intent(in) :: s
    type(node), pointer :: p
    allocate(p)
    allocate(p%it, source=s)
    p%next => self%first
    self%first => p
    self%length = self%length + 1
  end subroutine
  function total(self) result(t)
    class(list), intent(in) :: self
    real(8) :: t
    type(node), pointer :: p
    t = 0
    p => self%first
    do while (associated(p))
      select type (q => p%it)
      type is (circle)
        t = t + q%area()*q%r
      class is (circle)
        t = t + q%scaled(0.5d0)
      class default
        t = t + q%scaled(2d0)
      end select
      p => p%next
    end do
  end function
  subroutine clear(self)
    class(list), intent(inout) :: self
    type(node), pointer :: p
    do while (associated(self%first))
      p => self%first
      self%first => p%next
      deallocate(p%it)
      deallocate(p)
    end do
    self%length = 0
  end subroutine
end module

subroutine shape_list(n, x, s)
  use shapes
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(list) :: l
  call l%push(circle(x(1), x(2)))
  call l%push(ring(1d0, x(3), x(4)))
  call l%push(polygon(x(5), x(1:4), [x(2)**2, x(3), x(5), x(1)*x(4)]))
  s = l%total()
  call l%clear()
end subroutine

subroutine factory(n, x, s)
  use shapes
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(holder), allocatable :: h(:), g(:)
  integer :: i
  allocate(h(n))
  do i = 1, n
    h(i)%it = make(i)
  end do
  g = h(n:1:-1)
  call move_alloc(g, h)
  s = 0
  do i = 1, n
    s = s + h(i)%it%scaled(x(i))
  end do
contains
  function make(i) result(p)
    integer, intent(in) :: i
    class(shape_t), allocatable :: p
    select case (mod(i, 3))
    case (0)
      allocate(circle :: p)
      p%w = x(i)
      select type (p)
      class is (circle)
        p%r = x(1)*x(i)
      end select
    case (1)
      p = ring(x(i), x(i)*2, sqrt(x(i)))
    case default
      call outline(p)
    end select
  end function
  subroutine outline(p)
    class(shape_t), allocatable, intent(out) :: p
    real(8) :: px(6), py(6)
    px(:5) = x; px(6) = 0
    py(2:) = x; py(1) = 0
    allocate(p, source=polygon(1.5d0, px, py))
  end subroutine
end subroutine

subroutine any_values(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type box
    class(*), allocatable :: v
  end type
  type(box) :: b(4), c(4)
  integer :: i
  b(1)%v = x(1)**2
  b(2)%v = 7
  b(3)%v = cmplx(x(2), x(3), 8)
  allocate(b(4)%v, source=real(x(4), 4))
  c = b
  s = 0
  do i = 1, 4
    s = s + value(c(i)%v)
  end do
  s = s + value(x(5))
contains
  real(8) function value(v)
    class(*), intent(in) :: v
    select type (v)
    type is (real(8))
      value = v*sin(v)
    type is (integer)
      value = v*x(1)
    type is (complex(8))
      value = abs(v)**3
    type is (real(4))
      value = 2*x(2)
    class default
      value = 0
    end select
  end function
end subroutine
