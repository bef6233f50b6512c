! FFTW by its own interface for Fortran, fftw3.f03: complex transforms, half spectra of real numbers there and back, and a plan
! that is made once and kept in a module.
! flags: -I/usr/include -lfftw3
module plans
  use iso_c_binding
  implicit none
  include 'fftw3.f03'
  type(c_ptr) :: kept = c_null_ptr
end module

subroutine power(n, x, s)
  use plans
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  complex(c_double_complex) :: a(n), b(n)
  type(c_ptr) :: plan
  plan = fftw_plan_dft_1d(n, a, b, FFTW_FORWARD, FFTW_ESTIMATE)
  a = cmplx(x, x**2, kind=8)
  call fftw_execute_dft(plan, a, b)
  call fftw_destroy_plan(plan)
  s = abs(b(2))**2 + real(b(3)) * x(1)
end subroutine

! The derivative of a periodic function, by its spectrum.
subroutine slope(n, x, s)
  use plans
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n)
  complex(c_double_complex) :: b(n / 2 + 1)
  type(c_ptr) :: there, back
  integer :: k
  there = fftw_plan_dft_r2c_1d(n, a, b, FFTW_ESTIMATE)
  back = fftw_plan_dft_c2r_1d(n, b, a, FFTW_ESTIMATE)
  a = x * x
  call fftw_execute_dft_r2c(there, a, b)
  do k = 0, n / 2
    b(k + 1) = b(k + 1) * cmplx(0, k, kind=8) / n
  end do
  call fftw_execute_dft_c2r(back, b, a)
  call fftw_destroy_plan(there)
  call fftw_destroy_plan(back)
  s = sum(a**2 * x)
end subroutine

subroutine keeps(n, x, s)
  use plans
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(out) :: s
  complex(c_double_complex) :: a(n), b(n)
  integer :: i
  if (.not. c_associated(kept)) kept = fftw_plan_dft_1d(n, a, b, FFTW_BACKWARD, FFTW_ESTIMATE + FFTW_UNALIGNED)
  a = x
  do i = 1, 3
    call fftw_execute_dft(kept, a, b)
    a = b * x / n
  end do
  s = sum(abs(a)**2)
end subroutine
