! C code that allocates, makes and cuts arrays of Fortran by their descriptors, and calls Fortran.
! with: interoperation_in_c.c
module arrays_of_c
  use iso_c_binding
  implicit none
  type, bind(c) :: point
    real(c_double) :: x, y
    integer(c_int) :: tag
  end type
  interface
    subroutine c_grow(a) bind(c)
      import
      real(c_double), allocatable, intent(inout) :: a(:)
    end subroutine
    real(c_double) function c_sums(a) bind(c)
      import
      real(c_double), intent(in) :: a(:, :)
    end function
    real(c_double) function c_local(n, x) bind(c)
      import
      integer(c_int), value :: n
      real(c_double), intent(inout) :: x(n)
    end function
    subroutine c_point_at(p, a) bind(c)
      import
      real(c_double), pointer, intent(inout) :: p(:)
      real(c_double), target, intent(in) :: a(:)
    end subroutine
    subroutine c_new_target(p, n) bind(c)
      import
      real(c_double), pointer, intent(inout) :: p(:)
      integer(c_int), value :: n
    end subroutine
    real(c_double) function c_heights(p) bind(c)
      import
      type(point), intent(in) :: p(:)
    end function
  end interface
contains
  real(c_double) function weighed(a) bind(c)
    real(c_double), intent(inout) :: a(:, :)
    integer :: i, j
    weighed = 0
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        weighed = weighed + a(i, j)**2*(i + 3*j)
      end do
    end do
    a(1, 1) = weighed*a(1, 1)
  end function
end module

subroutine grown(n, x, s)
  use arrays_of_c
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: v(:)
  v = x
  call c_grow(v)
  call c_grow(v)
  s = v(size(v))*v(2) + sum(v)*lbound(v, 1)
end subroutine

subroutine sections_and_elements(n, x, s)
  use arrays_of_c
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(4, n)
  integer :: i
  do i = 1, 4
    a(i, :) = x**i
  end do
  s = c_sums(a) + c_sums(a(4:1:-2, 1:n:2))
end subroutine

subroutine arrays_that_c_makes(n, x, s)
  use arrays_of_c
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n)
  y = x
  s = c_local(4, y) + y(1)
end subroutine

subroutine pointers_that_c_sets(n, x, s)
  use arrays_of_c
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), pointer :: p(:)
  real(8), target :: a(n)
  a = x*x(1)
  nullify(p)
  call c_point_at(p, a(1:n:2))
  s = sum(p*p) + p(lbound(p, 1))*lbound(p, 1)
  nullify(p)
  call c_new_target(p, 3)
  p = x(1:3)**2
  s = s*sum(p)
  deallocate(p)
end subroutine

subroutine parts_of_structures(n, x, s)
  use arrays_of_c
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(point) :: p(n)
  p%x = x
  p%y = x*x(n:1:-1)
  p%tag = 3
  s = c_heights(p) + c_heights(p(1:n:2))
end subroutine
