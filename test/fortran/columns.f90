! Columns of air with allocatable components, which operators, schemes and elemental procedures work on.
module column_types
  implicit none
  integer, parameter :: wp = kind(1d0)
  type :: column
    integer :: levels = 0
    real(wp), allocatable :: temperature(:), vapour(:), cloud(:), rain(:)
  contains
    procedure :: make => column_make
    procedure :: total => column_total
    procedure, private :: scaled
    generic :: operator(*) => scaled
  end type
  type, abstract :: scheme
    real(wp) :: rate = 0.3_wp
  contains
    procedure(step_interface), deferred :: step
  end type
  abstract interface
    subroutine step_interface(this, c, dt)
      import
      class(scheme), intent(inout) :: this
      class(column), intent(inout) :: c
      real(wp), intent(in) :: dt
    end subroutine
  end interface
  type, extends(scheme) :: kessler
    real(wp) :: threshold = 0.5_wp
  contains
    procedure :: step => kessler_step
  end type
  type, extends(scheme) :: relaxation
    real(wp), allocatable :: target_values(:)
  contains
    procedure :: step => relaxation_step
  end type
  type :: suite
    class(scheme), allocatable :: s
  end type
contains
  subroutine column_make(this, x)
    class(column), intent(out) :: this
    real(wp), intent(in) :: x(:)
    integer :: k
    this%levels = 2*size(x)
    allocate(this%temperature(this%levels), source=1.0_wp)
    allocate(this%vapour(this%levels), this%cloud(this%levels), this%rain(this%levels))
    do k = 1, this%levels
      this%temperature(k) = 1 + 0.1_wp*x(1 + mod(k, size(x)))
    end do
    this%vapour = [(x(1 + mod(k*3, size(x)))*0.5_wp, k=1, this%levels)]
    this%cloud = 0.2_wp*this%vapour(this%levels:1:-1)
    this%rain = 0
  end subroutine
  real(wp) pure function column_total(this, weight) result(t)
    class(column), intent(in) :: this
    real(wp), intent(in), optional :: weight(:)
    if (present(weight)) then
      t = sum(weight*this%rain) + sum(this%vapour*this%temperature)
    else
      t = sum(this%rain) + sum(this%vapour) + sum(this%cloud)
    end if
  end function
  type(column) pure function scaled(this, f)
    class(column), intent(in) :: this
    real(wp), intent(in) :: f
    scaled%levels = this%levels
    scaled%temperature = this%temperature*f
    scaled%vapour = this%vapour
    scaled%cloud = this%cloud*f
    scaled%rain = this%rain
  end function
  elemental real(wp) function saturation(t)
    real(wp), intent(in) :: t
    saturation = 0.6_wp*exp(17.27_wp*(t - 1)/(t + 35.86_wp))
  end function
  elemental subroutine condense(t, q, c)
    real(wp), intent(inout) :: t, q, c
    real(wp) :: excess
    integer :: i
    do i = 1, 3
      excess = (q - saturation(t))/(1 + 0.5_wp*saturation(t)/t**2)
      if (excess > 0) then
        q = q - excess
        c = c + excess
        t = t + 0.3_wp*excess
      else
        excess = max(excess, -c)
        q = q - excess
        c = c + excess
      end if
    end do
  end subroutine
  subroutine kessler_step(this, c, dt)
    class(kessler), intent(inout) :: this
    class(column), intent(inout) :: c
    real(wp), intent(in) :: dt
    real(wp), allocatable :: fall(:)
    integer :: k
    call condense(c%temperature, c%vapour, c%cloud)
    where (c%cloud > this%threshold*0.1_wp)
      c%rain = c%rain + dt*this%rate*(c%cloud - this%threshold*0.1_wp)
      c%cloud = c%cloud - dt*this%rate*(c%cloud - this%threshold*0.1_wp)
    elsewhere (c%cloud > 0.02_wp)
      c%cloud = c%cloud*0.99_wp
    elsewhere
      c%cloud = 0.01_wp
    end where
    fall = sqrt(c%rain + 0.01_wp)*dt
    do concurrent (k = 1:c%levels - 1)
      c%rain(k) = c%rain(k) + 0.1_wp*fall(k)*fall(k + 1)
    end do
    this%rate = this%rate*(1 + 0.01_wp*sum(fall))
  end subroutine
  subroutine relaxation_step(this, c, dt)
    class(relaxation), intent(inout) :: this
    class(column), intent(inout) :: c
    real(wp), intent(in) :: dt
    associate (t => c%temperature(2::2), goal => this%target_values(:size(c%temperature(2::2))))
      t = t + dt*this%rate*(goal - t)
    end associate
    block
      real(wp) :: mean
      mean = sum(c%temperature)/c%levels
      c%vapour = c%vapour + dt*(mean - c%temperature)*0.1_wp
    end block
  end subroutine
end module

subroutine column_physics(n, x, s)
  use column_types
  integer, intent(in) :: n
  real(wp), intent(in) :: x(n)
  real(wp), intent(out) :: s
  type(column) :: c
  type(suite) :: all(2)
  integer :: step, i
  call c%make(x)
  allocate(kessler :: all(1)%s)
  allocate(all(2)%s, source=relaxation(rate=x(1)*0.1_wp, target_values=[x, x]))
  do step = 1, 4
    do i = 1, size(all)
      call all(i)%s%step(c, 0.2_wp)
    end do
  end do
  c = c*x(2)
  s = c%total() + c%total(weight=[(0.1_wp*i, i=1, c%levels)])
  select type (k => all(1)%s)
  type is (kessler)
    s = s + k%rate
  class default
    s = 0
  end select
end subroutine

! an operator gives a type whose components have several dimensions
module pages
  type :: page
    real(8), allocatable :: a(:,:), b(:,:,:)
    complex(8), allocatable :: z(:)
  contains
    procedure, private :: scaled
    generic :: operator(*) => scaled
  end type
contains
  type(page) pure function scaled(this, f)
    class(page), intent(in) :: this
    real(8), intent(in) :: f
    scaled%a = this%a*f
    scaled%b = this%b
    scaled%z = this%z*f
  end function
end module
subroutine products_of_pages(n, x, s)
  use pages
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(page) :: c
  c%a = spread(x, 1, 2)
  c%b = reshape([x, x**2, x**3, x, 2*x, 3*x], [2, 5, 3])
  c%z = cmplx(x, x**2, 8)
  c = c*x(2)
  s = sum(c%a*c%b(:, :, 2)) + sum(abs(c%z))
end subroutine
