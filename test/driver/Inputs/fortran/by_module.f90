! Asks by the words of the module 'enzyme', in both modes, of a subroutine and a function, in lanes.
module fit
  implicit none
contains
  subroutine misfit(n, x, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    s = sum((x - 1)**2) + dot_product(x(2:), x(:n - 1))
  end subroutine
  real(8) function energy(x)
    real(8), intent(in) :: x(3)
    energy = sum(x**3)
  end function
end module
program least
  use enzyme
  use fit
  implicit none
  real(8) :: x(3) = [1, 2, 3], dx(3) = 0, s, ds = 1, d1(3) = [1,0,0], d2(3) = [0,1,0], s1 = 0, s2 = 0
  call enzyme_autodiff(misfit, enzyme_const, 3, enzyme_dup, x, dx, enzyme_dup, s, ds)
  print '(3F6.1)', dx
  dx = 0
  call enzyme_autodiff(energy, x, dx)
  print '(3F6.1)', dx
  dx = [1d0, 0d0, 0d0]
  print '(3F6.1)', enzyme_fwddiff_double(energy, x, dx)
  ds = 0
  call enzyme_fwddiff(misfit, enzyme_const, 3, enzyme_dup, x, dx, enzyme_dup, s, ds)
  print '(3F6.1)', ds
  call enzyme_fwddiff(misfit, enzyme_width, 2, enzyme_const, 3, enzyme_dup, x, d1, d2, enzyme_dup, s, s1, s2)
  print '(3F6.1)', s1, s2
end program
