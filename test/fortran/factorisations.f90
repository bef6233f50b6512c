! Matrices as types with procedures, factorisations with pivots, eigenvalues, a recursive transform.
module linalg
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type :: matrix
    integer :: rows = 0, cols = 0
    real(dp), allocatable :: a(:,:)
    integer, allocatable :: pivots(:)
  contains
    procedure :: factor => matrix_factor
    procedure :: solve => matrix_solve
    procedure, private :: mat_vec
    generic :: operator(*) => mat_vec
  end type
  interface matrix
    module procedure new_matrix
  end interface
contains
  pure function new_matrix(n) result(m)
    integer, intent(in) :: n
    type(matrix) :: m
    m%rows = n; m%cols = n
    allocate(m%a(n,n), source=0.0_dp)
  end function
  function mat_vec(self, v) result(w)
    class(matrix), intent(in) :: self
    real(dp), intent(in) :: v(:)
    real(dp) :: w(self%rows)
    integer :: j
    w = 0
    do j = 1, self%cols
      w = w + self%a(:,j)*v(j)
    end do
  end function
  subroutine matrix_factor(self, info)
    class(matrix), intent(inout) :: self
    integer, intent(out) :: info
    integer :: k, p, i
    real(dp), allocatable :: row(:)
    info = 0
    if (.not. allocated(self%pivots)) allocate(self%pivots(self%rows))
    do k = 1, self%rows
      p = maxloc(abs(self%a(k:,k)), 1) + k - 1
      self%pivots(k) = p
      if (abs(self%a(p,k)) < tiny(1.0_dp)) then
        info = k
        return
      end if
      if (p /= k) then
        row = self%a(k,:)
        self%a(k,:) = self%a(p,:)
        self%a(p,:) = row
      end if
      self%a(k+1:,k) = self%a(k+1:,k)/self%a(k,k)
      do i = k+1, self%cols
        self%a(k+1:,i) = self%a(k+1:,i) - self%a(k+1:,k)*self%a(k,i)
      end do
    end do
  end subroutine
  function matrix_solve(self, b) result(x)
    class(matrix), intent(in) :: self
    real(dp), intent(in) :: b(:)
    real(dp), allocatable :: x(:)
    integer :: k
    real(dp) :: t
    x = b
    do k = 1, self%rows
      t = x(k); x(k) = x(self%pivots(k)); x(self%pivots(k)) = t
    end do
    do k = 1, self%rows
      x(k) = x(k) - dot_product(self%a(k,:k-1), x(:k-1))
    end do
    do k = self%rows, 1, -1
      x(k) = (x(k) - sum(self%a(k,k+1:)*x(k+1:)))/self%a(k,k)
    end do
  end function
end module

subroutine lu_type(n, x, s)
  use linalg
  implicit none
  integer, intent(in) :: n
  real(dp), intent(in) :: x(n)
  real(dp), intent(out) :: s
  type(matrix) :: m, keep
  real(dp) :: b(n)
  integer :: i, j, info
  m = matrix(n)
  forall (i=1:n, j=1:n) m%a(i,j) = sin(x(i)*j) + merge(0.1d0, 0.d0, i==j)
  keep = m
  call m%factor(info)
  if (info /= 0) error stop 'singular'
  b = m%solve(x**2)
  s = norm2(keep*b - x) + sum(b)
end subroutine

subroutine givens(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n,n), c, r, t(n), h
  integer :: i, j, k
  a = spread(x, 1, n)*spread(x, 2, n)
  do concurrent (k=1:n)
    a(k,k) = a(k,k) + k*1.d0
  end do
  do j = 1, n-1
    do i = j+1, n
      h = hypot(a(j,j), a(i,j))
      if (h == 0) cycle
      c = a(j,j)/h; r = a(i,j)/h
      t = a(j,:)
      a(j,:) = c*t + r*a(i,:)
      a(i,:) = -r*t + c*a(i,:)
    end do
  end do
  s = 0
  do i = 1, n
    s = s + log(abs(a(i,i))) + 0.1d0*a(1,i)
  end do
end subroutine

subroutine jacobi_eigen(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(n,n), th, t, c, sn, ap(n), aq(n), ev(n)
  integer :: p, q, sweep
  a = 0
  do p = 1, n
    do q = 1, n
      a(p,q) = x(p)*x(q)/(p+q)
    end do
    a(p,p) = a(p,p) + p
  end do
  sweeps: do sweep = 1, 8
    do p = 1, n-1
      do q = p+1, n
        if (abs(a(p,q)) < 1d-14) cycle
        th = (a(q,q)-a(p,p))/(2*a(p,q))
        t = sign(1d0, th)/(abs(th)+sqrt(th*th+1))
        c = 1/sqrt(t*t+1); sn = t*c
        ap = a(:,p); aq = a(:,q)
        a(:,p) = c*ap - sn*aq
        a(:,q) = sn*ap + c*aq
        ap = a(p,:); aq = a(q,:)
        a(p,:) = c*ap - sn*aq
        a(q,:) = sn*ap + c*aq
      end do
    end do
    if (sum(abs(a)) - sum([(abs(a(p,p)), p=1,n)]) < 1d-13) exit sweeps
  end do sweeps
  ev = [(a(p,p), p=1,n)]
  s = maxval(ev) - minval(ev)*0.5d0 + product(ev)**0.25d0
end subroutine

subroutine recursive_fft(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  complex(8) :: z(8)
  z = 0
  z(1:n) = cmplx(x, x**2, 8)
  call fft(z)
  s = sum(abs(z)) + real(z(3))*aimag(z(2)) + sum(real(conjg(z)*z))*0.01d0
contains
  recursive subroutine fft(z)
    complex(8), intent(inout) :: z(:)
    complex(8), allocatable :: e(:), o(:)
    complex(8) :: t
    integer :: m, k
    m = size(z)
    if (m <= 1) return
    e = z(1::2); o = z(2::2)
    call fft(e); call fft(o)
    do k = 1, m/2
      t = exp(cmplx(0, -2*acos(-1d0)*(k-1)/m, 8))*o(k)
      z(k) = e(k) + t
      z(k+m/2) = e(k) - t
    end do
  end subroutine
end subroutine
