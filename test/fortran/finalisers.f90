! Finalisers: of scalars, of arrays of a rank and of any, elemental ones, those of components and of
! the type that is extended; at the end of a scope, in deallocate and in assignments. What they add
! up counts in the result, so each must run as often as in the program.
module finals
  implicit none
  real(8) :: total = 0
  type buffer
    real(8), pointer :: v(:) => null()
    integer :: n = 0
  contains
    final :: release
  end type
  type, abstract :: layer
    type(buffer) :: own
  contains
    procedure(step), deferred :: apply
  end type
  abstract interface
    real(8) function step(self, x)
      import
      class(layer), intent(in) :: self
      real(8), intent(in) :: x
    end function
  end interface
  type, extends(layer) :: gain
    real(8) :: k = 1
  contains
    procedure :: apply => gain_apply
    final :: gain_gone
  end type
  type, extends(layer) :: shift
    real(8), allocatable :: by(:)
  contains
    procedure :: apply => shift_apply
  end type
  type slot
    class(layer), allocatable :: it
  end type
  type mark
    real(8) :: at = 0
  contains
    final :: mark_gone, marks_gone
  end type
  type grain
    real(8) :: at = 0
  contains
    final :: grain_gone
  end type
  type sack
    type(grain) :: grains(2)
    type(mark), allocatable :: marks(:)
  end type
contains
  subroutine release(self)
    type(buffer), intent(inout) :: self
    if (associated(self%v)) then
      total = total + self%v(1)
      deallocate(self%v)
    end if
    self%n = 0
  end subroutine
  subroutine gain_gone(self)
    type(gain), intent(inout) :: self
    total = total + self%k**2
  end subroutine
  subroutine mark_gone(self)
    type(mark), intent(inout) :: self
    total = total + self%at
  end subroutine
  subroutine marks_gone(self)
    type(mark), intent(inout) :: self(:)
    total = total*1.5d0 + product(self%at)
  end subroutine
  impure elemental subroutine grain_gone(self)
    type(grain), intent(inout) :: self
    total = total + self%at**3
  end subroutine
  real(8) function gain_apply(self, x)
    class(gain), intent(in) :: self
    real(8), intent(in) :: x
    gain_apply = self%k*x + sum(self%own%v)
  end function
  real(8) function shift_apply(self, x)
    class(shift), intent(in) :: self
    real(8), intent(in) :: x
    shift_apply = x + product(self%by)
  end function
  subroutine one_of_each(n, x, part)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: part
    type(mark) :: m
    type(mark), allocatable :: several(:)
    type(sack) :: sacks(2)
    m%at = x(1)*x(2)
    m = mark(x(3))
    allocate(several(3))
    several%at = x(:3)
    several(2) = mark(x(4)**2)
    deallocate(several)
    sacks(1)%grains(2)%at = x(1)
    sacks(2)%grains(1)%at = x(5)
    allocate(sacks(2)%marks(2))
    sacks(2)%marks%at = x(2:3)
    part = part + m%at
  end subroutine
end module

subroutine at_the_end_of_a_scope(n, x, s)
  use finals
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  total = x(4)
  call scope()
  s = s + total**2
contains
  subroutine scope()
    type(buffer) :: b
    allocate(b%v(n))
    b%v = x**2
    s = sum(b%v*x(1))
  end subroutine
end subroutine

subroutine of_chosen_types(n, x, s)
  use finals
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  class(layer), allocatable :: l
  integer :: i
  s = x(1)
  total = 0
  do i = 1, n
    if (mod(i, 2) == 0) then
      allocate(gain :: l)
    else
      allocate(shift :: l)
    end if
    select type (l)
    type is (gain)
      l%k = x(i)
      allocate(l%own%v(2))
      l%own%v = x(i)
    type is (shift)
      l%by = x(:i)
    end select
    s = l%apply(s)
    deallocate(l)
  end do
  s = s*total
end subroutine

subroutine of_components_of_elements(n, x, s)
  use finals
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(slot), allocatable :: slots(:)
  integer :: i
  allocate(slots(n))
  total = x(3)
  do i = 1, n
    if (i == 2) then
      allocate(shift :: slots(i)%it)
    else
      allocate(gain :: slots(i)%it)
    end if
    select type (l => slots(i)%it)
    type is (gain)
      l%k = x(i)
      allocate(l%own%v(2))
      l%own%v = x(i)
    type is (shift)
      l%by = x(:i)
    end select
  end do
  s = x(2)
  do i = 1, n
    s = slots(i)%it%apply(s)
  end do
  deallocate(slots)
  s = s + total**2
end subroutine

subroutine of_every_kind(n, x, s)
  use finals
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  total = x(1)
  s = 0
  call one_of_each(n, x, s)
  s = s*total
end subroutine
