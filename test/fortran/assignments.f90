! Types whose assignment the program defines, inside of others; arrays of types in intrinsics.
module fields
  implicit none
  integer :: assigned = 0
  type field
    real(8), pointer :: v(:) => null()
    real(8) :: unit = 1
  contains
    procedure, private :: set_field
    generic :: assignment(=) => set_field
    procedure, private :: add_fields
    generic :: operator(+) => add_fields
    procedure :: total
  end type
  type scalar
    real(8) :: x = 0, gain = 1
  contains
    procedure, private :: set_scalar
    generic :: assignment(=) => set_scalar
  end type
  type, extends(field) :: named
    character(8) :: name = ''
  contains
    procedure :: set_field => set_named
  end type
  type state
    type(field) :: u
    type(scalar) :: s(2)
    class(field), allocatable :: extra
    integer :: k = 0
  end type
contains
  subroutine set_field(to, from)
    class(field), intent(inout) :: to
    class(field), intent(in) :: from
    assigned = assigned + 1
    if (associated(to%v)) deallocate(to%v)
    allocate(to%v(size(from%v)))
    to%v = from%v
    to%unit = 2*from%unit
  end subroutine
  subroutine set_named(to, from)
    class(named), intent(inout) :: to
    class(field), intent(in) :: from
    if (associated(to%v)) deallocate(to%v)
    allocate(to%v(size(from%v)))
    to%v = from%v**2
    to%unit = from%unit
    to%name = 'copy'
  end subroutine
  elemental subroutine set_scalar(to, from)
    class(scalar), intent(inout) :: to
    class(scalar), intent(in) :: from
    to%x = from%x
    to%gain = from%gain*1.5d0
  end subroutine
  function add_fields(a, b) result(c)
    class(field), intent(in) :: a, b
    type(field) :: c
    allocate(c%v(size(a%v)))
    c%v = a%v + b%v
  end function
  real(8) function total(self)
    class(field), intent(in) :: self
    total = sum(self%v)*self%unit
  end function
end module

subroutine assigned_by_the_program(n, x, s)
  use fields
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(state) :: a, b
  type(named) :: tag
  allocate(a%u%v(3), source=x(1:3))
  a%s(1)%x = x(4)
  a%s(2)%x = x(5)*x(1)
  b = a
  s = b%u%total() + b%s(1)%x*b%s(1)%gain + b%s(2)%x*b%s(2)%gain**2
  allocate(tag%v(2))
  tag%v = [x(1), x(2)]
  allocate(a%extra, source=tag)
  b = a
  s = s + b%extra%total() + b%u%unit
end subroutine

subroutine one_array_to_another(n, x, s)
  use fields
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type pair
    type(scalar) :: a
    real(8) :: b
  end type
  type(pair) :: p(3), q(3)
  integer :: i
  do i = 1, 3
    p(i)%a%x = x(i)
    p(i)%b = x(i+1)**2
  end do
  q = p
  q(1:2) = q(2:3)
  s = sum(q%b) + sum(q%a%x*q%a%gain)
end subroutine

subroutine packed_types(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type particle
    real(8) :: at(2), mass
    integer :: id
    logical :: alive = .true.
  end type
  type bag
    real(8), allocatable :: v(:)
    type(particle) :: p
  end type
  type(particle), allocatable :: all(:), some(:), grid(:,:)
  type(bag) :: bags(3), turned(3)
  integer :: i
  allocate(all(n))
  do i = 1, n
    all(i)%at = [x(i), x(i)**2]
    all(i)%mass = x(1)*i
    all(i)%id = i
    all(i)%alive = x(i) > 0.5d0
  end do
  some = pack(all, all%alive)
  s = sum(some%mass*some%at(1))
  some = cshift(some, 1)
  s = s + some(1)%at(2)
  grid = reshape(all(:4), [2,2])
  grid = transpose(grid)
  s = s + grid(1,2)%mass*grid(2,1)%at(1) + sum(grid%id)
  grid = spread(all(1:2), 1, 3)
  s = s + sum(grid(3,:)%at(2))
  some = unpack(all(1:3), [.true., .false., .true., .false., .true.], all)
  s = s + some(3)%mass + some(2)%at(1)
  some = merge(all, some, all%id > 2)
  s = s + some(5)%mass
  some = eoshift(all, 2, boundary=all(1))
  s = s + some(5)%at(2)
  do i = 1, 3
    allocate(bags(i)%v(i), source=x(i))
    bags(i)%p = all(i)
  end do
  turned = cshift(bags, -1)
  turned = pack(turned, .true.)
  s = s + sum(turned(1)%v) + turned(2)%v(1)*turned(3)%p%mass
end subroutine

subroutine transferred_types(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type point
    real(8) :: x, y
  end type
  type segment
    type(point) :: from, to
    real(4) :: w(2)
  end type
  type(point) :: p, ps(2)
  type(segment) :: g
  real(8) :: flat(4), one
  real(8), allocatable :: buffer(:)
  p = transfer(x(1:2), p)
  s = p%x*p%y
  ps = transfer(x(1:4), ps)
  s = s + ps(2)%x*ps(1)%y
  flat = transfer(ps, flat)
  s = s + flat(1)*flat(4)**2
  g = segment(point(x(1), x(2)), point(x(3), x(4)), [1.0, 2.0])
  buffer = transfer(g, buffer)
  s = s + buffer(3)*buffer(2) + size(buffer)
  one = transfer(p, one)
  s = s + one**2
  g = transfer(buffer, g)
  s = s + g%to%y*g%w(2)
end subroutine

subroutine places_of_values(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: k(6) = [3, 1, 4, 1, 5, 1], at(1), at2(2), m(2,3), cols(3)
  complex(8) :: z(3)
  character(3) :: names(4) = ['ab ', 'cd ', 'ab ', 'ef ']
  integer(1) :: small(3) = [1_1, 2_1, 3_1]
  integer(2) :: shorts(3) = [5_2, 9_2, 7_2]
  s = 0
  at = findloc(k, 1)
  s = s + at(1)*x(1)
  at = findloc(k, 1, mask=[.false., .false., .true., .true., .true., .true.], back=.false.)
  s = s + at(1)*x(2)
  m = reshape(k, [2,3])
  at2 = findloc(m, 5)
  s = s + at2(1)*x(1) + at2(2)*x(3)
  cols = findloc(m, 1, dim=1, mask=m > 0)
  s = s + dot_product(cols, x(1:3))
  z = [(1d0,2d0), (3d0,4d0), (1d0,2d0)]
  s = s + findloc(z, (1d0,2d0), dim=1, back=.true.)*x(4)
  at = findloc(names, 'ab', back=.true.)
  s = s + at(1)*x(5)
  at = findloc(x > 1, .false.)
  s = s + at(1)*x(2)
  at = findloc(x, x(3))
  s = s + x(at(1))**2
  s = s + maxloc(small, 1)*x(1) + minloc(shorts, 1)*x(2) + sum(small)*x(3) + maxval(shorts)*x(4)
  s = s + iand(iall(k), 7)*x(1) + iany(k)*x(2) + iparity(k)*x(3)
  if (parity(x > 1)) s = s*1.5d0
end subroutine

subroutine forall_of_components(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type row
    real(8), allocatable :: a(:)
  end type
  type(row), allocatable :: r(:)
  real(8), allocatable :: m(:,:)
  integer :: i, j
  allocate(r(n), m(n,n))
  do i = 1, n
    allocate(r(i)%a(n))
    r(i)%a = x*i
  end do
  forall (i=1:n, j=1:n, i /= j) m(i,j) = r(i)%a(j)*r(j)%a(i)
  forall (i=1:n)
    m(i,i) = x(i)**2
    r(i)%a(1:i) = m(i,1:i) + m(n,n)
  end forall
  forall (i=1:n-1) r(i)%a(:) = r(i+1)%a
  forall (i=1:n)
    where (m(i,:) > 2) m(i,:) = m(i,n:1:-1)
  end forall
  s = sum(m)
  do i = 1, n
    s = s + sum(r(i)%a)*0.1d0
  end do
end subroutine
