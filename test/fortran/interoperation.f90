! Common blocks and their initial values, text and namelists, bits, C from Fortran.
block data constants
  implicit none
  double precision table(4), scale
  common /consts/ table, scale
  data table /1d0, 2d0, 3d0, 4d0/, scale /0.5d0/
end block data

subroutine commons(n, x, s)
  implicit none
  integer n, i
  double precision x(n), s, table(4), scale, work(8), re(4), im(4)
  complex*16 z(4)
  common /consts/ table, scale
  common /scratch/ work
  equivalence (z, re)
  do i = 1, 4
    work(i) = x(i)*table(i)
    work(i+4) = work(i)*scale
    z(i) = dcmplx(work(i), x(i)**2)
  end do
  call use_scratch(s)
  s = s + re(1)*re(2) + re(3)
end subroutine
subroutine use_scratch(r)
  implicit none
  double precision a(2,4), r
  common /scratch/ a
  integer i
  save
  integer calls
  data calls /0/
  calls = calls + 1
  r = 0
  do i = 1, 4
    r = r + a(1,i)*a(2,i)
  end do
end subroutine

subroutine characters(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  character(len=:), allocatable :: name
  character(len=20) :: line
  character(len=8), parameter :: kinds(3) = ['linear  ', 'square  ', 'cubic   ']
  integer :: i, k
  integer :: order(3)
  real(8) :: weight
  namelist /opts/ weight, order
  character(len=40) :: text(1)
  text(1) = '&opts weight=2.5, order=3,1,2 /'
  weight = 1
  read (text, nml=opts)
  s = 0
  do i = 1, n
    name = trim(kinds(order(1 + mod(i, 3)))) // '!'
    select case (name(:len(name)-1))
    case ('linear')
      s = s + weight*x(i)
    case ('square')
      s = s + weight*x(i)**2
    case ('cubic')
      s = s + x(i)**3
    end select
    write (line, '(i0,a,f8.3)') i, ':', x(i)
    k = index(line, ':')
    if (k > 1) s = s*1.01d0
    if (adjustl(line(k+1:)) == '') s = 0
  end do
end subroutine

subroutine transfers(n, x, s)
  use, intrinsic :: ieee_arithmetic
  use, intrinsic :: iso_fortran_env, only: real64, int64, error_unit
  implicit none
  integer, intent(in) :: n
  real(real64), intent(in) :: x(n)
  real(real64), intent(out) :: s
  type :: pair
    real(real64) :: a, b
  end type
  type(pair) :: p
  real(real64) :: back(2)
  integer(int64) :: bits
  p = transfer(x(1:2)*3, p)
  back = transfer(pair(p%b**2, p%a), back)
  bits = transfer(x(3), bits)
  s = back(1) + back(2)**2
  if (ieee_is_finite(s) .and. .not. ieee_is_nan(x(4))) s = s + x(4)**2
  if (ieee_class(x(5)) == ieee_positive_normal) s = s + sqrt(x(5))
  s = s + ieee_copy_sign(x(1), -1d0)*x(2)
  if (bits < 0) write (error_unit, *) 'negative'
end subroutine

subroutine saved_things(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: k
  s = 0
  do k = 1, n
    s = s + filter(x(k), k == 1)
  end do
contains
  real(8) function filter(v, reset)
    real(8), intent(in) :: v
    logical, intent(in), optional :: reset
    real(8), save :: state = 0
    integer, save :: count = 0
    if (present(reset)) then
      if (reset) then
        state = 0
        count = 0
      end if
    end if
    count = count + 1
    state = 0.7d0*state + 0.3d0*v**2/count
    filter = state
  end function
end subroutine

subroutine c_interop(n, x, s)
  use iso_c_binding
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  interface
    real(c_double) function c_hypot(a, b) bind(c, name='hypot')
      import
      real(c_double), value :: a, b
    end function
    function c_malloc(k) bind(c, name='malloc') result(p)
      import
      integer(c_size_t), value :: k
      type(c_ptr) :: p
    end function
    subroutine c_free(p) bind(c, name='free')
      import
      type(c_ptr), value :: p
    end subroutine
    real(c_double) function c_pow(a, b) bind(c, name='pow')
      import
      real(c_double), value :: a, b
    end function
  end interface
  type, bind(c) :: pt
    real(c_double) :: x, y
    integer(c_int) :: k
  end type
  type(c_ptr) :: raw
  type(pt), pointer :: pts(:)
  real(c_double), target :: local(3)
  real(c_double), pointer :: view(:)
  integer :: i
  raw = c_malloc(int(n*24, c_size_t))
  call c_f_pointer(raw, pts, [n])
  do i = 1, n
    pts(i) = pt(x(i), x(i)**2, i)
  end do
  local = x(1:3)
  call c_f_pointer(c_loc(local), view, [3])
  view(2) = view(1)*view(3)
  s = 0
  do i = 1, n
    s = s + c_hypot(pts(i)%x, pts(i)%y)*pts(i)%k + c_pow(x(i), 1.5d0)
  end do
  s = s + local(2)
  call c_free(raw)
end subroutine
