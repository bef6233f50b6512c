! Small programs as people write them: particles, a solver, an oscillator.
module dynamics
  implicit none
  type particle
    real(8) :: x(3), v(3), m
  contains
    procedure :: ke
  end type
  type, extends(particle) :: charged
    real(8) :: q
    real(8), allocatable :: hist(:)
  end type
  type system
    type(particle), allocatable :: p(:)
    class(particle), allocatable :: extra
    class(particle), pointer :: probe => null()
    real(8) :: box = 10
    procedure(pot), pointer, nopass :: u => null()
  contains
    procedure :: energy
    procedure :: forces
    procedure, private :: pair

  end type
  interface
    real(8) function pot(r2)
      real(8), intent(in) :: r2
    end function
  end interface
  integer, save :: done = 0
contains
  subroutine system_done(s)
    type(system), intent(inout) :: s
    done = done + 1
  end subroutine
  real(8) function ke(self)
    class(particle), intent(in) :: self
    ke = 0.5d0*self%m*dot_product(self%v, self%v)
  end function
  real(8) function lj(r2)
    real(8), intent(in) :: r2
    real(8) :: s
    s = 1/r2**3
    lj = 4*(s*s - s)
  end function
  real(8) function harm(r2)
    real(8), intent(in) :: r2
    harm = 0.5d0*r2
  end function
  real(8) function pair(self, i, j)
    class(system), intent(in) :: self
    integer, intent(in) :: i, j
    real(8) :: d(3)
    d = self%p(i)%x - self%p(j)%x
    pair = self%u(dot_product(d, d))
  end function
  real(8) function energy(self)
    class(system), intent(in) :: self
    integer :: i, j
    energy = 0
    do i = 1, size(self%p)
      energy = energy + self%p(i)%ke()
      do j = 1, i-1
        energy = energy + self%pair(i, j)
      end do
    end do
    if (allocated(self%extra)) then
      energy = energy + self%extra%ke()
      select type (e => self%extra)
      type is (charged)
        energy = energy + e%q*sum(e%hist)
      end select
    end if
    if (associated(self%probe)) energy = energy*self%probe%m
  end function
  subroutine forces(self, f)
    class(system), intent(in) :: self
    real(8), allocatable, intent(out) :: f(:,:)
    integer :: i, j
    real(8) :: d(3), r2
    allocate(f(3, size(self%p)))
    f = 0
    do i = 1, size(self%p)
      do j = 1, i-1
        d = self%p(i)%x - self%p(j)%x
        r2 = sum(d**2)
        f(:,i) = f(:,i) + d/r2
        f(:,j) = f(:,j) - d/r2
      end do
    end do
  end subroutine
end module

subroutine particles(n, x, s)
  use dynamics
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(system), allocatable :: sys
  type(particle), target :: pr
  type(charged) :: c
  real(8), allocatable :: f(:,:)
  integer :: i, step
  allocate(sys)
  allocate(sys%p(3))
  do i = 1, 3
    sys%p(i)%x = [x(1)*i, x(2), x(3)*i*i]
    sys%p(i)%v = [x(4), x(5), 0d0]
    sys%p(i)%m = i
  end do
  sys%u => lj
  if (n > 4) sys%u => harm
  pr%m = x(1)
  pr%x = 0; pr%v = 0
  sys%probe => pr
  c%x = 0; c%v = x(1); c%m = 2; c%q = x(5)
  c%hist = x(1:3)**2
  allocate(sys%extra, source=c)
  do step = 1, 3
    call sys%forces(f)
    do i = 1, 3
      sys%p(i)%v = sys%p(i)%v + 0.01d0*f(:,i)/sys%p(i)%m
      sys%p(i)%x = sys%p(i)%x + 0.01d0*sys%p(i)%v
    end do
  end do
  s = sys%energy()
end subroutine

subroutine conjugate_gradients(n, x, s)
  use dynamics
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: b(n), y(n)
  b = x**2
  y = cg(apply, b)
  s = sum(y*x)
contains
  function apply(v) result(r)
    real(8), intent(in) :: v(:)
    real(8) :: r(size(v))
    r = 4*v + x*sum(x*v) 
    r(2:) = r(2:) + v(:size(v)-1)
    r(:size(v)-1) = r(:size(v)-1) + v(2:)
  end function
  function cg(a, b) result(y)
    interface
      function a(v) result(r)
        real(8), intent(in) :: v(:)
        real(8) :: r(size(v))
      end function
    end interface
    real(8), intent(in) :: b(:)
    real(8) :: y(size(b)), r(size(b)), p(size(b)), ap(size(b)), al, rr, rn
    integer :: it
    y = 0; r = b; p = r; rr = dot_product(r, r)
    do it = 1, 12
      ap = a(p)
      al = rr/dot_product(p, ap)
      y = y + al*p
      r = r - al*ap
      rn = dot_product(r, r)
      if (sqrt(rn) < 1d-13) exit
      p = r + rn/rr*p
      rr = rn
    end do
  end function
end subroutine

subroutine oscillator(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: y(:), k(:,:), traj(:,:)
  integer :: i, st
  allocate(y(2), k(2,4), traj(2,0:20))
  y = x(1:2)
  traj(:,0) = y
  do i = 1, 20
    k(:,1) = f(y)
    k(:,2) = f(y + 0.05d0*k(:,1))
    k(:,3) = f(y + 0.05d0*k(:,2))
    k(:,4) = f(y + 0.1d0*k(:,3))
    y = y + 0.1d0/6*matmul(k, [1d0,2d0,2d0,1d0])
    traj(:,i) = y
  end do
  s = sum(traj(1,::5)**2) + maxval(traj(2,:)) + traj(1, maxloc(traj(2,:), 1) - 1)
contains
  pure function f(u) result(d)
    real(8), intent(in) :: u(:)
    real(8) :: d(size(u))
    d(1) = u(2)*x(5)
    d(2) = x(3)*(1-u(1)**2)*u(2) - x(4)*u(1)
  end function
end subroutine
