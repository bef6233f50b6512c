! Asks for the derivative of a function that calls an unknown one.
module words
  interface
    real(8) function slope__enzyme_autodiff(f, x, dx)
      external f
      real(8) :: x, dx
    end function
  end interface
end module
real(8) function outside(x)
  real(8) :: x
  real(8), external :: elsewhere
  outside = elsewhere(x)
end function
program p
  use words
  external outside
  real(8) :: x = 1, dx = 0
  print *, slope__enzyme_autodiff(outside, x, dx)
end program
