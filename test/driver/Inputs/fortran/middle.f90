! Between C and C++.
subroutine middle(n, x, s)
  use iso_c_binding
  interface
    real(c_double) function inner(x) bind(c)
      import c_double
      real(c_double), value :: x
    end function
  end interface
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  do i = 1, n
    s = s + inner(x(i))
  end do
end subroutine
