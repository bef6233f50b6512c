! Numbers that are read or drawn depend on nothing.
module records
  type rec
    real(8) :: a, b(2)
    integer :: k
  end type
end module

subroutine random_elements(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n), r
  y = x*3
  call random_number(y(2:4))
  y(2:4) = y(2:4)*1d-200
  s = sum(y)*x(1)
end subroutine

subroutine clocks(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: t
  integer :: c, r
  t = x(1)*3
  call cpu_time(t)
  call system_clock(c, r)
  t = t*1d-200
  s = x(1)*x(2) + t
end subroutine

subroutine list_input(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n)
  character(100) :: b
  y = x*x
  b = '1.5 2.5 3.5'
  read(b, *) y(1:3)
  s = sum(y)*x(1)
end subroutine

subroutine input_of_several_kinds(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n)
  real(4) :: z
  complex(8) :: c
  character(100) :: b
  integer i
  y = x*x
  z = 3
  c = cmplx(x(1), x(2), 8)
  b = '1.5 2.5 3.5 (1,2) 4.5'
  read(b, *) (y(i), i=1,3), c, z
  s = sum(y)*x(1)*real(c)+z
end subroutine

subroutine namelist_input(n, x, s)
  use records
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: p, q
  character(100) :: b
  namelist /par/ p, q
  p = x(1); q = x(2)
  b = '&par p=3.5 q=1.5 /'
  read(b, nml=par)
  s = p*x(3) + q**2*x(4)
end subroutine

subroutine input_of_a_type(n, x, s)
  use records
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(rec) :: r
  character(100) :: b
  r%a = x(1); r%b = x(2:3); r%k = 2
  b = '1 2 3 4'
  read(b, *) r
  s = r%a*x(3) + r%b(1)*x(1) + r%k*x(2)
end subroutine

subroutine unformatted_input(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n), z
  open(77, status='scratch', form='unformatted')
  y = 2
  z = x(2)
  write(77) y, 3d0
  rewind(77)
  y = x
  read(77) y, z
  close(77)
  s = sum(y)*x(1) + z
end subroutine

subroutine input_in_a_loop(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y
  character(10) :: b(3)
  integer i
  b = ['1.5', '2.5', '3.5']
  s = 0
  y = x(1)
  do i = 1, 3
    s = s + y*x(i)
    read(b(i), *) y
    s = s*y
    if (i == 2) y = y*x(2)
  end do
  s = s + y*x(1)
end subroutine

subroutine input_and_output(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  character(80) :: line
  real(8) :: y(n), z
  integer :: ios
  y = x**2
  write(line, '(5F10.4)') y
  write(line, *) 'value', y(1), n, .true., (1d0,2d0)
  write(0, '(A)', advance='no') ''
  z = x(1)*7
  read(line(1:10), '(A)') line
  line = '3.5 2'
  read(line, *, iostat=ios) z, y(2)
  s = sum(y) + z*x(2)
end subroutine
