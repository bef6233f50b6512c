! What the language has beside arrays and types.
subroutine empty_arrays(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n,0), b(0), c(2,2)
  real(8), allocatable :: e(:), f(:,:)
  integer :: k(1)
  s = sum(b) + sum(a) + product(b) + sum(x(3:2)) + x(1)
  e = pack(x, x > 100)
  s = s + size(e)*x(2) + sum(e)
  k = maxloc(b)
  s = s + k(1)*x(3)
  c = matmul(reshape(b, [2,0]), reshape(b, [0,2]))
  s = s + sum(c)*x(1) + x(4)**2
  allocate(f(0,3))
  f = 2
  s = s + sum(f) + size(transpose(f)) + dot_product(b, b)
  e = [b, x(1), b]
  s = s*e(1)
  e = x(2:1)
  e = cshift(e, 1)
  s = s + size(e)
end subroutine

subroutine volatile_variable(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), volatile :: v
  v = x(1)**2
  s = v*x(2)
  v = s*v
  s = v
end subroutine

subroutine assumed_rank(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: m(2,2)
  m = reshape(x(1:4), [2,2])
  s = tot(x)*tot(m) + tot(x(2))
contains
  real(8) function tot(a)
    real(8), intent(in) :: a(..)
    select rank (a)
    rank (0)
      tot = a**2
    rank (1)
      tot = sum(a)
    rank (2)
      tot = a(1,1)*a(2,2)
    rank default
      tot = 0
    end select
  end function
end subroutine

subroutine concurrent_reduction(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: t, y(n)
  integer :: i
  s = 0
  do concurrent (i=1:n) local(t)
    t = x(i)**2
    y(i) = t*x(1)
  end do
  do concurrent (i=1:n) reduce(+:s)
    s = s + y(i)*x(i)
  end do
end subroutine

subroutine accumulator(n, x, s)
  integer n
  real(8) x(n), s
  real(8), save :: acc = 0
  acc = acc + x(1)*x(2)
  s = acc*x(3)
  acc = 0
end subroutine

module gen
  interface area
    module procedure a1, a2
  end interface
  interface
    module subroutine subm(x, y)
      real(8), intent(in) :: x(:)
      real(8), intent(out) :: y
    end subroutine
  end interface
  type acc
    real(8) :: v = 0
    integer :: n = 0
  contains
    procedure :: put => acc_put
    procedure :: get => acc_get
  end type
contains
  pure real(8) function a1(r)
    real(8), intent(in) :: r
    a1 = 3*r*r
  end function
  pure real(8) function a2(a, b)
    real(8), intent(in) :: a, b
    a2 = a*b
  end function
  subroutine acc_put(self, x)
    class(acc), intent(inout) :: self
    real(8), intent(in) :: x
    self%v = self%v + x*x
    self%n = self%n + 1
  end subroutine
  function acc_get(self) result(r)
    class(acc), intent(in) :: self
    real(8) :: r
    r = sqrt(self%v/self%n)
  end function
end module

submodule (gen) impl
contains
  module procedure subm
    integer :: i
    y = 1
    do i = 1, size(x)
      y = y*(1+x(i))
    end do
  end procedure
end submodule

subroutine generic_names(n, x, s)
  use gen
  integer n
  real(8) x(n), s, y
  type(acc) :: a
  call subm(x(1:n:2), y)
  s = area(x(1)) + area(x(2), x(3)) + y
  do i = 1, n
    call a%put(x(i))
  end do
  s = s*a%get()
end subroutine

subroutine recursion_with_arrays(n, x, s)
  integer n
  real(8) x(n), s
  s = deep(20)
contains
  recursive real(8) function deep(k) result(r)
    integer, intent(in) :: k
    real(8), allocatable :: t(:)
    real(8) :: w(k)
    if (k == 0) then
      r = x(1)
      return
    end if
    w = x(mod(k,5)+1)
    t = w*w
    r = deep(k-1)*0.7d0 + sum(t)/k
  end function
end subroutine

subroutine mixed_kinds(n, x, s)
  integer n
  real(8) x(n), s
  real(4) f
  integer i
  integer(2) k
  i = int(x(1)*3)
  k = int(i, 2)
  f = 1.5
  s = i*x(2) + f*x(3)**k + dble(f)**x(4) + (-2)**3*x(5) + x(1)**(-i) + mod(i,2)*x(1)
end subroutine

subroutine functions_of_types(n, x, s)
  use gen
  integer n
  real(8) x(n), s
  type(acc) :: q(2)
  q(1) = mk(x(1), 3)
  q(2) = mk(q(1)%v*x(2), q(1)%n)
  s = q(2)%v*q(2)%n
  q = q(2:1:-1)
  s = s*q(1)%v + q(2)%v
contains
  type(acc) function mk(v, k)
    real(8), intent(in) :: v
    integer, intent(in) :: k
    mk%v = v*k
    mk%n = k
  end function
end subroutine

subroutine swapped_pointers(n, x, s)
  integer n, i
  real(8) x(n), s
  real(8), pointer :: a(:), b(:), t(:)
  real(8), target :: u(5), v(5)
  u = x
  v = 0
  a => u; b => v
  do i = 1, 4
    b = a*a*0.3d0 + cshift(a, 1)
    t => a; a => b; b => t
  end do
  s = sum(a) - b(1)
end subroutine

subroutine swapped_allocatables(n, x, s)
  integer n, i
  real(8) x(n), s
  real(8), allocatable :: a(:), b(:), t(:)
  a = x
  allocate(b(n))
  do i = 1, 4
    b = a*a*0.3d0 + cshift(a, 1)
    call move_alloc(a, t)
    call move_alloc(b, a)
    call move_alloc(t, b)
  end do
  s = sum(a) - b(1)
end subroutine
