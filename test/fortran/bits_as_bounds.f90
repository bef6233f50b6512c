! Bits of numbers that are kept as the bounds of an array.
module kept
  real(8), allocatable :: a(:)
contains
  recursive subroutine make(word, depth)
    integer(8) :: word
    integer :: depth
    if (depth > 0) then
      call make(word, depth - 1)
      return
    end if
    if (allocated(a)) deallocate(a)
    allocate(a(word:word + 1))
    a = 1
  end subroutine
  recursive subroutine make_local(b, word, depth)
    real(8), allocatable :: b(:)
    integer(8) :: word
    integer :: depth
    if (depth > 0) then
      call make_local(b, word, depth - 1)
      return
    end if
    allocate(b(word:word + 1))
  end subroutine
  recursive function read_local(b, depth) result(y)
    real(8), allocatable :: b(:)
    real(8) :: y
    integer :: depth
    if (depth > 0) then
      y = read_local(b, depth - 1)
      return
    end if
    y = transfer(lbound(b, 1, 8), y)
  end function
end module
subroutine bits_as_bounds(n, x, s)
  use kept
  integer :: n
  real(8) :: x(n), s, y
  integer(8) :: word
  word = transfer(x(1), word)
  call make(word, n)
  y = transfer(lbound(a, 1, 8), y)
  s = y*x(2)
end subroutine
subroutine bits_as_extent(n, x, s)
  use kept
  integer :: n
  real(8) :: x(n), s
  real(8), allocatable :: b(:)
  integer(8) :: word
  word = transfer(x(1), word)
  call make_local(b, word, n)
  s = read_local(b, n)*x(2)
end subroutine
