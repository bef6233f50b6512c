! Prints what a C function computes.
program p
  use iso_c_binding
  interface
    real(c_double) function slope(x) bind(c)
      import c_double
      real(c_double), value :: x
    end function
  end interface
  print '(A, F6.2)', 'slope', slope(3.0d0)
end
