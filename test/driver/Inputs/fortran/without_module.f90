! The request is an implicitly declared procedure: `use enzyme` is missing.
program asks
  implicit none
  external square, enzyme_autodiff
  real(8) :: x = 3, dx = 0
  call enzyme_autodiff(square, x, dx)
  print *, dx
end program
