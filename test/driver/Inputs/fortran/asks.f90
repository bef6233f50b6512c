! Fortran with words and markers of its own.
module markers
  use iso_c_binding
  integer(c_int), bind(C, name="enzyme_const") :: enzyme_const
  integer(c_int), bind(C, name="enzyme_dup") :: enzyme_dup
end module
module m
  use markers
  implicit none
  interface
    subroutine dot__enzyme_autodiff(fn, m1, n, m2, x, dx, m3, s, ds)
      import
      external fn
      integer(c_int) :: m1, m2, m3
      integer, intent(in) :: n
      real(8) :: x(*), dx(*), s, ds
    end subroutine
    real(c_double) function ad(fn, x) bind(C, name="__enzyme_autodiff_d")
      import
      type(c_funptr), value :: fn
      real(c_double), value :: x
    end function
  end interface
contains
  subroutine sumsq(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
    do i = 1, n
      s = s + x(i)*x(i)
    end do
  end subroutine
  real(c_double) function cube(a) bind(C)
    real(c_double), value :: a
    cube = a*a*a
  end function
end module
program p
  use m
  implicit none
  real(8) :: x(3), dx(3), s, ds
  x = [1d0, 2d0, 3d0]; dx = 0; s = 0; ds = 1
  call dot__enzyme_autodiff(sumsq, enzyme_const, 3, enzyme_dup, x, dx, enzyme_dup, s, ds)
  print *, dx                               ! 2. 4. 6.
  print *, ad(c_funloc(cube), 2d0)          ! 12.
end program
