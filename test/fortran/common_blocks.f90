! What the first member of a COMMON block is says nothing of the others, nor do its members in one
! unit say what they are in another.
subroutine fill(x)
  implicit none
  real(8) :: x(4)
  integer(8) :: n(2)
  real(8) :: a(4), b(4)
  common /blk/ n, a, b
  n(1) = n(2)
  a = x
end subroutine

subroutine move()
  implicit none
  integer(8) :: n(2)
  real(8) :: a(4), b(4)
  common /blk/ n, a, b
  b = a
end subroutine

subroutine move_words()
  implicit none
  integer(8) :: n(2)
  integer(8) :: a(4), b(4)
  common /blk/ n, a, b
  integer i
  do i = 1, 4
    b(i) = a(i)
  end do
end subroutine

subroutine take_words(c)
  implicit none
  integer(8) :: n(2), c(4)
  integer(8) :: a(4), b(4)
  common /blk/ n, a, b
  c = a
end subroutine

subroutine put_words(c)
  implicit none
  integer(8) :: n(2), c(4)
  integer(8) :: a(4), b(4)
  common /blk/ n, a, b
  b = c
end subroutine

real(8) function product_of_both(w)
  implicit none
  real(8) :: w
  integer(8) :: n(2)
  real(8) :: a(4), b(4)
  common /blk/ n, a, b
  product_of_both = sum(a*b)*w*n(1)
end function

subroutine moved(n, x, s)
  implicit none
  integer :: n
  real(8) :: x(n), s, product_of_both
  integer(8) :: counts(2)
  real(8) :: a(4), b(4)
  common /blk/ counts, a, b
  counts = 1
  call fill(x)
  call move()
  s = product_of_both(x(1))
end subroutine

subroutine moved_words(n, x, s)
  implicit none
  integer :: n
  real(8) :: x(n), s, product_of_both
  integer(8) :: counts(2)
  real(8) :: a(4), b(4)
  common /blk/ counts, a, b
  counts = 1
  call fill(x)
  call move_words()
  s = product_of_both(x(1))
end subroutine

subroutine moved_through_a_local(n, x, s)
  implicit none
  integer :: n
  real(8) :: x(n), s, product_of_both
  integer(8) :: counts(2), c(4)
  real(8) :: a(4), b(4)
  common /blk/ counts, a, b
  counts = 1
  call fill(x)
  call take_words(c)
  call put_words(c)
  s = product_of_both(x(1))
end subroutine

! Integers that numbers were put in by equivalence.
subroutine fill2(x)
  implicit none
  real(8) :: x(4), a(4)
  integer(8) :: w(4)
  equivalence (a, w)
  real(8) :: r
  common /blk2/ r, w
  r = x(1)
  a = x*x
end subroutine

subroutine copy2()
  implicit none
  integer(8) :: w(4), v(4)
  real(8) :: r
  common /blk2/ r, w, v
  v = w
end subroutine

real(8) function both()
  implicit none
  real(8) :: r, w(4), v(4)
  common /blk2/ r, w, v
  both = sum(v*w)*r
end function

subroutine moved_words_of_another_unit(n, x, s)
  implicit none
  integer :: n
  real(8) :: x(n), s, both
  call fill2(x)
  call copy2()
  s = both()
end subroutine
