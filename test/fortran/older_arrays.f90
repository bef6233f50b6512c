! Arrays of modules and saved arrays that ordinary calls allocated, as workspaces of differentiated
! code: the first thing that is computed is a derivative's value, by an ordinary call.
module older
  implicit none
  private :: grown
  real(8), allocatable, target :: buf(:)
  real(8), allocatable :: mat(:,:), scalar, grown(:)
  real(4), allocatable :: narrow(:)
  complex(8), allocatable :: waves(:)
  integer, allocatable :: index(:)
  real(8), pointer :: view(:) => null()
  type scratch
    real(8), allocatable :: r(:), p(:)
    integer :: used = 0
  end type
  type cell
    real(8) :: v = 0
    type(scratch) :: own(2)
    real(8), allocatable :: w(:)
    real(8), pointer :: other(:) => null()
  end type
  type, abstract :: shape
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    real(8) function area_of(self)
      import
      class(shape), intent(in) :: self
    end function
  end interface
  type, extends(shape) :: box
    real(8) :: a
    real(8), allocatable :: sides(:)
  contains
    procedure :: area => box_area
  end type
  type(scratch) :: sc
  type(cell), allocatable :: cells(:)
  class(shape), allocatable :: drawn
  type(scratch), save :: fixed(3)
contains
  real(8) function box_area(self)
    class(box), intent(in) :: self
    box_area = self%a*product(self%sides)
  end function
  subroutine setup(n)
    integer, intent(in) :: n
    integer :: i
    if (allocated(buf)) return
    allocate(buf(n), mat(0:n - 1, n), scalar, narrow(n), waves(n), index(n))
    index = [(n + 1 - i, i = 1, n)]
    allocate(sc%r(n), sc%p(-1:n))
    allocate(cells(n))
    do i = 1, n
      allocate(cells(i)%w(i), cells(i)%own(2)%r(2))
      allocate(fixed(mod(i, 3) + 1)%p(3), stat=sc%used)
    end do
    allocate(box :: drawn)
    select type (drawn)
    type is (box)
      allocate(drawn%sides(2))
    end select
  end subroutine
  subroutine fill(n, x, to)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: to(:)
    integer :: i
    do i = 1, n
      to(i) = x(i)**2
    end do
  end subroutine
  subroutine regrow(a, n)
    real(8), allocatable, intent(inout) :: a(:)
    integer, intent(in) :: n
    real(8), allocatable :: t(:)
    if (.not. allocated(a)) allocate(a(1))
    if (size(a) >= n) return
    allocate(t(n))
    t(:size(a)) = a
    call move_alloc(t, a)
  end subroutine
  subroutine use_grown(n, x, sum_)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: sum_
    integer :: i
    do i = 1, n
      call regrow(grown, i)
      grown(i) = x(i)*x(1)
    end do
    sum_ = sum_ + sum(grown(:n)**2)
    if (mod(int(x(2)*10), 2) == 0) deallocate(grown)
  end subroutine
end module

subroutine numbers_of_an_array(n, x, s)
  use older
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  call setup(n)
  call fill(n, x, buf)
  s = sum(buf(:n - 1)*buf(2:))
end subroutine

subroutine two_dimensions(n, x, s)
  use older
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i, j
  call setup(n)
  do j = 1, n
    do i = 0, n - 1
      mat(i, j) = x(i + 1)*x(j)
    end do
  end do
  s = sum(mat(2, :)*mat(:, 3)) + sum(matmul(mat, x))
  call fill(n, x, mat(:, 2))
  call fill(n, x, mat(1, :))
  scalar = mat(1, 3)*x(1)
  s = s + scalar**2 + mat(4, 2)*mat(1, 1)
end subroutine

subroutine other_numbers(n, x, s)
  use older
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  call setup(n)
  waves = cmplx(x, x(n:1:-1), 8)
  waves = waves**2
  s = real(sum(waves)*waves(2)) + aimag(waves(1))
  buf = x(index)*x
  s = s + buf(1)*buf(2) + sum(buf)
end subroutine

subroutine components(n, x, s)
  use older
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  call setup(n)
  sc%r = x
  sc%p(1:) = sc%r*x(1)
  sc%p(-1:0) = x(2)
  s = dot_product(sc%r, sc%p(1:)) + sum(sc%p)
  do i = 1, 3
    fixed(i)%p = x(i)*x(2:4)
  end do
  s = s + fixed(1)%p(2)*fixed(3)%p(3) + sum(fixed(2)%p)
end subroutine

subroutine components_of_elements(n, x, s)
  use older
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  call setup(n)
  do i = 1, n
    cells(i)%v = x(i)**2
    cells(i)%w = x(i)*x(:i)
    cells(i)%own(2)%r = cells(i)%w(1)*cells(i)%v
  end do
  s = 0
  do i = 1, n
    s = s + sum(cells(i)%w)*cells(i)%v + cells(i)%own(2)%r(2)
  end do
end subroutine

subroutine chosen_type(n, x, s)
  use older
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  call setup(n)
  select type (drawn)
  type is (box)
    drawn%a = x(1)*x(2)
    drawn%sides(1) = x(3)
    drawn%sides(2) = x(4)*x(5)
  end select
  s = drawn%area()**2
end subroutine

subroutine grown_inside(n, x, s)
  use older
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  s = 0
  call use_grown(n, x, s)
  call use_grown(n, x(n:1:-1), s)
end subroutine

subroutine pointed_at_inside(n, x, s)
  use older
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), pointer :: p(:)
  call setup(n)
  p => buf(2:4)
  view => buf
  buf = x*x(1)
  p = p*x(:3)
  s = sum(view**2) + p(1)
end subroutine

subroutine saved_by_a_procedure(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable, save :: saved(:)
  if (.not. allocated(saved)) allocate(saved(2*n))
  saved(:n) = x**2
  saved(n + 1:) = saved(:n)*x
  s = sum(saved(2:)*saved(:2*n - 1))
end subroutine

subroutine assigned_whole(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable, save :: saved(:)
  saved = x(2:)*x(:n-1)
  s = sum(saved**2)
end subroutine

subroutine internal_and_saved(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable, save :: saved(:)
  if (.not. allocated(saved)) allocate(saved(n))
  call fill_it(1)
  s = sum(saved)*saved(2)
contains
  recursive subroutine fill_it(i)
    integer, intent(in) :: i
    saved(i) = x(i)**2
    if (i < n) call fill_it(i + 1)
  end subroutine
end subroutine
