! Counters and switches in common blocks of default reals, which have as many bytes.
! single
subroutine plot(v)
  implicit none
  integer :: calls, errors
  real :: xs(4), ys(4)
  logical :: done
  common /plots/ calls, errors, xs, ys, done
  real(8) :: v(4)
  calls = calls + 1
  errors = errors + calls
  xs = real(v)
  ys = xs*xs
  done = .true.
end subroutine

subroutine counters_that_are_only_counted(n, x, s)
  implicit none
  integer :: n
  real(8) :: x(n), s
  integer :: calls, errors
  real :: xs(4), ys(4)
  logical :: done
  common /plots/ calls, errors, xs, ys, done
  calls = 0
  errors = 1
  done = .false.
  call plot(x)
  call plot(x)
  s = 0
  if (done) s = sum(ys)
end subroutine

! Another unit that declares numbers where this one has counters: those are not believed.
subroutine fill_mixed(v)
  implicit none
  real :: a(3), b
  common /mixed/ a, b
  real(8) :: v(4)
  a = real(v(1:3))
  b = a(1)*a(2)
end subroutine

subroutine swap_mixed()
  implicit none
  integer :: first, second, third, fourth, kept
  common /mixed/ first, second, third, fourth
  kept = first
  first = fourth
  fourth = kept
end subroutine

subroutine words_of_another_unit(n, x, s)
  implicit none
  integer :: n
  real(8) :: x(n), s
  real :: a(3), b
  common /mixed/ a, b
  call fill_mixed(x)
  call swap_mixed()
  s = a(1) + 3*b + a(3)*a(2)
end subroutine

! Equivalence of numbers with the words that are moved, beside a counter.
subroutine put_words(v)
  implicit none
  integer :: count, words(2), other(2)
  real :: numbers(2)
  equivalence (numbers, words)
  common /both/ count, words, other
  real(8) :: v(2)
  count = count + 1
  numbers = real(v)
  other(1) = words(2)
  other(2) = words(1)
end subroutine

subroutine equivalenced_words(n, x, s)
  implicit none
  integer :: n
  real(8) :: x(n), s
  integer :: count
  real :: numbers(2), other(2)
  common /both/ count, numbers, other
  count = 0
  call put_words(x)
  s = other(1)*numbers(1) + 2*other(2)
end subroutine
