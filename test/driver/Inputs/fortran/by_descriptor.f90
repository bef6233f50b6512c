! A procedure with a dummy argument of assumed shape: the module's words pass addresses of numbers.
module fit
contains
  subroutine shaped(x, s)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: s
    s = sum((x - 1)**2)
  end subroutine
end module
program asks
  use enzyme
  use fit
  real(8) :: x(3) = [1, 2, 3], dx(3) = 0, s, ds = 1
  call enzyme_autodiff(shaped, enzyme_dup, x, dx, enzyme_dup, s, ds)
  print *, dx
end program
