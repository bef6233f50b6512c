! Derived types, components that are allocated, pointers.
module fields
  implicit none
  type grid
    integer :: n
    real(8), allocatable :: u(:), v(:)
  end type
  type, abstract :: shape_t
  contains
    procedure(area_i), deferred :: area
  end type
  abstract interface
    real(8) function area_i(self)
      import shape_t
      class(shape_t), intent(in) :: self
    end function
  end interface
  type, extends(shape_t) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape_t) :: box
    real(8) :: a, b
  contains
    procedure :: area => box_area
  end type
  real(8), allocatable :: work(:)
contains
  real(8) function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3.14d0 * self%r**2
  end function
  real(8) function box_area(self)
    class(box), intent(in) :: self
    box_area = self%a * self%b
  end function
  subroutine fill(g, x)
    type(grid), intent(inout) :: g
    real(8), intent(in) :: x(:)
    integer :: i
    do i = 1, g%n
      g%u(i) = x(i)**2
      g%v(i) = g%u(i) * x(1)
    end do
  end subroutine
  subroutine grow(a, x)
    real(8), allocatable, intent(inout) :: a(:)
    real(8), intent(in) :: x(:)
    if (.not. allocated(a)) allocate(a(size(x)))
    a = a * 0 + x * x
  end subroutine
end module
module q
type particle
  real(8) :: pos(3) = 1
  integer :: id = 7
  real(4) :: w
  complex(8) :: z
end type
type list
  type(particle), allocatable :: p(:)
  real(8), allocatable :: m(:,:)
end type
type tree
  real(8) :: value
  type(tree), pointer :: left => null(), right => null()
end type
end module

subroutine components(n, x, s)
  use fields
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(grid) :: g
  g%n = n
  allocate(g%u(n), g%v(n))
  call fill(g, x)
  s = sum(g%u * g%v)
end subroutine

subroutine type_bound(n, x, s)
  use fields
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(circle) :: c
  type(box) :: b
  c%r = x(1)
  b%a = x(2)
  b%b = x(3)
  s = total(c) + total(b) * x(1)
contains
  real(8) function total(f)
    class(shape_t), intent(in) :: f
    total = f%area() ** 2
  end function
end subroutine

subroutine allocatable_dummy(n, x, s)
  use fields
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:)
  allocate(a(n))
  a = 0
  call grow(a, x)
  s = a(1) * a(2) + a(n)
end subroutine

subroutine module_array(n, x, s)
  use fields
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  if (allocated(work)) deallocate(work)
  allocate(work(n))
  work = x
  work(1) = work(2) * work(3)
  s = sum(work) * work(1)
end subroutine

subroutine array_of_types(n, x, s)
use q
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
  type(particle), allocatable :: p(:), r(:)
integer :: i
allocate(p(n))
do i = 1, n
  p(i)%pos(1) = x(i)
  p(i)%pos(2) = p(i)%pos(2) * x(1)
  p(i)%z = cmplx(x(i), 1, 8)
end do
r = p
s = r(1)%pos(1) * r(2)%pos(2) + real(r(3)%z**2) + r(2)%pos(3) * x(2) + r(3)%id * x(3)
end subroutine

subroutine deep_copies(n, x, s)
use q
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
  type(list) :: l, k
integer :: i
allocate(l%p(n), l%m(2, n))
do i = 1, n
  l%p(i)%pos = x(i)
  l%m(:, i) = x(i) * x(1)
end do
k = l
l%m = 0
k%m(1, 2) = k%m(1, 2) * 2
s = k%m(1, 2) * k%p(3)%pos(1) + sum(k%m(2, :)) + l%m(1, 1)
end subroutine

subroutine with_source(n, x, s)
use q
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
real(8), allocatable :: a(:), b(:)
allocate(a, source=x)
allocate(b(n), source=x(1))
a(1) = a(1) * b(2)
call move_alloc(a, b)
s = sum(b * x)
end subroutine

subroutine local_type(n, x, s)
use q
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
  type(list) :: l
allocate(l%m(n, n))
l%m = spread(x, 1, n) * spread(x, 2, n)
s = l%m(1, 2) + l%m(3, 3)
end subroutine

subroutine linked(n, x, s)
use q
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
  type(tree), target :: t(3)
t(1)%value = x(1)
t(2)%value = x(2)
t(3)%value = x(3)
t(1)%left => t(2)
t(1)%right => t(3)
t(2)%left => t(3)
s = walk(t(1))
contains
recursive function walk(node) result(r)
  type(tree), intent(in) :: node
  real(8) :: r
  r = node%value**2
  if (associated(node%left)) r = r + 2 * walk(node%left)
  if (associated(node%right)) r = r * walk(node%right)
end function
end subroutine

subroutine heap_nodes(n, x, s)
use q
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(out) :: s
  type(tree), pointer :: head, node
integer :: i
nullify(head)
do i = 1, n
  allocate(node)
  node%value = x(i)
  node%left => head
  head => node
end do
s = 1
node => head
do while (associated(node))
  s = s * node%value
  head => node%left
  deallocate(node)
  node => head
end do
end subroutine

subroutine allocatable_array(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: t(:), u(:)
  allocate(t(n))
  t = x * 2
  u = t * x
  s = u(1) + sqrt(u(n)) + u(2) * t(n-1)
  deallocate(t)
end subroutine
