! Submodules, procedures in components, generic names, and the control flow of older Fortran.
module physics
  implicit none
  interface
    module subroutine advance(y, h, f)
      real(8), intent(inout) :: y(:)
      real(8), intent(in) :: h
      interface
        function f(y) result(d)
          real(8), intent(in) :: y(:)
          real(8) :: d(size(y))
        end function
      end interface
    end subroutine
    module function energy(y) result(e)
      real(8), intent(in) :: y(:)
      real(8) :: e
    end function
  end interface
  type :: options
    real(8) :: damping = 0.1d0
    procedure(law), pointer, nopass :: force => null()
    procedure(law2), pointer :: bound => null()
  end type
  abstract interface
    real(8) function law(r)
      real(8), intent(in) :: r
    end function
    real(8) function law2(self, r)
      import options
      class(options), intent(in) :: self
      real(8), intent(in) :: r
    end function
  end interface
  interface norm
    procedure norm_real, norm_complex, norm_matrix
  end interface
contains
  pure real(8) function norm_real(v)
    real(8), intent(in) :: v(:)
    norm_real = sqrt(sum(v**2))
  end function
  pure real(8) function norm_complex(v)
    complex(8), intent(in) :: v(:)
    norm_complex = sqrt(sum(abs(v)**2))
  end function
  pure real(8) function norm_matrix(v)
    real(8), intent(in) :: v(:,:)
    norm_matrix = maxval(sum(abs(v), dim=2))
  end function
  real(8) function spring(r)
    real(8), intent(in) :: r
    spring = -r + 0.1d0*r**3
  end function
  real(8) function gravity(r)
    real(8), intent(in) :: r
    gravity = -1/(1 + r*r)
  end function
  real(8) function damped(self, r)
    class(options), intent(in) :: self
    real(8), intent(in) :: r
    damped = self%force(r)*exp(-self%damping*r)
  end function
end module

submodule (physics) integrators
  implicit none
  real(8), parameter :: sixth = 1d0/6
contains
  module procedure advance
    real(8), allocatable :: k1(:), k2(:), k3(:), k4(:)
    k1 = f(y)
    k2 = f(y + h/2*k1)
    k3 = f(y + h/2*k2)
    k4 = f(y + h*k3)
    y = y + h*sixth*(k1 + 2*(k2 + k3) + k4)
  end procedure
  module procedure energy
    e = 0.5d0*dot_product(y, y)
  end procedure
end submodule


subroutine through_submodules(n, x, s)
  use physics
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: y(n)
  integer :: k
  y = x
  do k = 1, 4
    call advance(y, 0.05d0, field)
  end do
  s = energy(y)
contains
  function field(y) result(d)
    real(8), intent(in) :: y(:)
    real(8) :: d(size(y))
    d = [y(2:), y(1)]*x(1) - y**3
  end function
end subroutine

subroutine procedure_components(n, x, s)
  use physics
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(options) :: o(2)
  procedure(law), pointer :: p
  integer :: i
  o(1) = options(x(1))
  o(1)%force => spring
  o(2)%force => gravity
  o(1)%bound => damped
  o(2)%bound => damped
  s = 0
  do i = 1, n
    associate (q => o(1 + mod(i, 2)))
      s = s + q%bound(x(i))
      p => q%force
      s = s + p(x(i)*2)
      if (.not. associated(p, spring)) s = s*1.1d0
    end associate
  end do
end subroutine

subroutine generic_norms(n, x, s)
  use physics
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  block
    complex(8) :: z(n)
    real(8), target :: m(n, n)
    real(8), pointer :: diag(:), flat(:)
    integer :: i
    z%re = x
    z%im = x(n:1:-1)**2
    m = matmul(reshape(x, [n,1]), reshape(x, [1,n]))
    flat(1:n*n) => m
    diag => flat(::n+1)
    diag = diag + [(i*0.5d0, i=1,n)]
    s = norm(x) + norm(z) + norm(m)
  end block
end subroutine

subroutine old_control(n, x, s)
  implicit none
  integer n
  double precision x(n), s, t, f, g, a, b
  integer i, k
  double precision entry_square
  external with_returns
  f(a, b) = a*b + sin(a)
  g(a) = f(a, a)/(1 + a*a)
  s = 0
  do 100 i = 1, n
    k = mod(i, 4) + 1
    goto (10, 20, 30), k
    t = g(x(i))
    goto 90
10  t = f(x(i), 2d0)
    goto 90
20  t = x(i)**3
    call with_returns(x(i), t, *40, *50)
    goto 90
30  t = -cos(x(i))
    goto 90
40  t = t*2
    goto 90
50  t = t + x(1)
90  s = s + t
100 continue
  call first_entry(x, n, t)
  s = s + t
  call second_entry(x, t)
  s = s + t + entry_square(x(2))
end subroutine
subroutine with_returns(v, t, *, *)
  implicit none
  double precision v, t
  t = t*v
  if (v > 1) return 1
  if (v < 0.5d0) return 2
end subroutine
subroutine first_entry(a, m, r)
  implicit none
  integer m, j
  double precision a(*), r
  r = 0
  do j = 1, m
    r = r + a(j)**2
  end do
  return
  entry second_entry(a, r)
  r = a(1)*a(2)
end subroutine
double precision function entry_cube(v)
  double precision v, entry_square
  entry_cube = v**3
  return
  entry entry_square(v)
  entry_square = v**2*sin(v)
end function
