! Whole arrays of grids: where, forall, shifts, pack and merge, arrays of any rank, grids of types.
subroutine shallow_water(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer, parameter :: m = 6
  real(8), dimension(m,m) :: u, v, h, hn, ahead, behind
  integer :: k, i, j
  logical :: wet(m,m)
  do concurrent (i=1:m, j=1:m)
    h(i,j) = 1 + 0.1d0*x(1+mod(i+j, n))
    u(i,j) = 0.1d0*sin(x(1+mod(i,n)))
    v(i,j) = 0.1d0*cos(x(1+mod(j,n)))
  end do
  do k = 1, 5
    wet = h > 1.05d0
    ahead = cshift(h,1,1)
    behind = cshift(h,-1,1)
    hn = cshift(h,-1,2)
    where (wet)
      u = u - 0.1d0*(ahead - behind)
      v = v - 0.1d0*(cshift(h,1,2) - hn)
    elsewhere (h > 1.02d0)
      u = u*0.9d0
    elsewhere
      v = 0.8d0*v
    end where
    hn = h
    hn(2:m-1,2:m-1) = h(2:m-1,2:m-1) - 0.05d0*(u(3:,2:m-1)*h(3:,2:m-1) - u(:m-2,2:m-1)*h(:m-2,2:m-1)) &
                      - 0.05d0*(v(2:m-1,3:) - v(2:m-1,:m-2))
    h = hn
  end do
  s = sum(h**2, mask=wet) + sum(u*v) + maxval(sum(h, 1))
end subroutine

subroutine shuffles(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: p(:), q(:), c(:,:)
  logical :: mask(n)
  integer :: loc(1)
  mask = x > 1
  p = pack(x, mask)
  q = unpack(p*2, mask, field=x**2)
  c = reshape(q, [3, 4], pad=[0.5d0*x(1)], order=[2, 1])
  c = transpose(transpose(c) + spread(eoshift(c(:,1), 1, boundary=x(2)), 1, 4))
  loc = findloc(mask, .true., back=.true.)
  s = sum(c*c) + q(loc(1)) + norm2(c) + dot_product(c(1,:), c(2,:)) + sum(merge(x, -x**2, mask)) &
      + minval(c, mask=c > 0.5d0) + product(pack(c, c > 1.5d0))**0.1d0
end subroutine

subroutine ranks(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: m(n,n), t(2,2,n)
  integer :: i
  m = spread(x, 2, n)
  do i = 1, n
    m(:,i) = m(:,i)*i
    t(:,:,i) = x(i)
  end do
  s = total(x) + total(m(1:n:2,2:)) + total(t) + total(x(1))
contains
  recursive real(8) function total(a) result(r)
    real(8), intent(in) :: a(..)
    integer :: k
    select rank (a)
    rank (0)
      r = a**2
    rank (1)
      r = sum(a**2)
    rank (2)
      r = 0
      do k = 1, size(a, 2)
        r = r + total(a(:,k))
      end do
    rank default
      r = rank(a)*x(1)
    end select
  end function
end subroutine

subroutine types_of_types(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type :: particle
    real(8) :: pos(3), vel(3)
    real(4) :: charge
    character(len=4) :: tag
    logical :: alive
  end type
  type :: cell
    type(particle), allocatable :: p(:)
    integer :: id
  end type
  type :: domain
    type(cell), allocatable :: c(:,:)
    real(8) :: dt
  end type
  type(domain) :: d, e
  integer :: i, j, k
  allocate(d%c(2,2))
  d%dt = 0.1d0
  do j = 1, 2
    do i = 1, 2
      d%c(i,j)%id = i + 2*j
      allocate(d%c(i,j)%p(i))
      do k = 1, i
        d%c(i,j)%p(k) = particle([x(1),x(2),x(3)]*k, [x(4),x(5),x(1)], real(k), 'abcd', k==1)
      end do
    end do
  end do
  e = d
  do k = 1, 3
    do j = 1, 2
      do i = 1, 2
        call push(e%c(i,j)%p, e%dt)
      end do
    end do
  end do
  e%c(1,:) = e%c(2,:)
  s = 0
  do j = 1, 2
    do i = 1, 2
      associate (p => e%c(i,j)%p)
        s = s + sum(p%pos(1)*p%vel(2)) + sum(p%pos(3)) + sum(d%c(i,j)%p%vel(1))
      end associate
    end do
  end do
contains
  elemental subroutine push(p, dt)
    type(particle), intent(inout) :: p
    real(8), intent(in) :: dt
    if (p%alive) p%vel = p%vel - dt*p%pos/(1 + dot_product(p%pos, p%pos))*p%charge
    p%pos = p%pos + dt*p%vel
  end subroutine
end subroutine
