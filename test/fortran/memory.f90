! Allocation and what it says, assignment of every kind, copies of arguments.
subroutine status_of_allocation(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:)
  integer :: st
  character(40) :: msg
  s = 0
  allocate(a(n), stat=st)
  a = x
  if (st /= 0) s = -1
  allocate(a(n), stat=st, errmsg=msg)
  if (st /= 0) s = s + x(1)*x(2)
  deallocate(a, stat=st)
  if (st == 0) s = s + x(3)**2
  deallocate(a, stat=st)
  if (st /= 0) s = s*x(4)
end subroutine

subroutine lower_bounds(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:), b(:,:)
  allocate(a(-2:2), b(0:1,-1:1))
  a = x
  b(0,:) = a(-2:0)
  b(1,:) = a(0:2)*b(0,:)
  s = a(-2)*b(1,-1) + b(ubound(b,1), ubound(b,2)) + sum(a(lbound(a,1):0))
  a = b(1,:)
  s = s + a(lbound(a,1))*size(a)
  allocate(b, mold=reshape(x(1:4),[2,2]), stat=k)
end subroutine

subroutine moved_and_grown(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:), t(:)
  integer :: i
  allocate(a(1)); a = x(1)
  do i = 2, n
    allocate(t(i))
    t(1:i-1) = a*x(i)
    t(i) = x(i)**2
    call move_alloc(t, a)
  end do
  s = sum(a)
  a = a(2:3)
  s = s*a(1)
  a = [a, a*x(1)]
  s = s + a(4)
  a = pack(a, .true.)
  s = s + a(3)
end subroutine

module nested_types
  type node
    real(8) :: v
    type(node), allocatable :: next
  end type
  type inner
    real(8), allocatable :: w(:)
    real(8) :: k = 2
  end type
  type outer
    type(inner) :: i
    type(inner), allocatable :: arr(:)
    type(inner), pointer :: p => null()
    character(:), allocatable :: name
    integer, allocatable :: idx(:)
    procedure(real(8)), pointer, nopass :: f => null()
  end type
  type plain
    real(8) :: a, b(2)
    integer :: k
    complex(4) :: c
    logical :: l
    character(3) :: s
  end type
  type(outer), save :: gout
contains
  subroutine reset(a)
    type(inner), intent(out) :: a
    allocate(a%w(2))
    a%w = 1
  end subroutine
end module

subroutine list_of_allocatables(n, x, s)
  use nested_types
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(node), allocatable, target :: head
  type(node), pointer :: p
  integer :: i
  allocate(head)
  head%v = x(1)
  p => head
  do i = 2, n
    allocate(p%next)
    p => p%next
    p%v = x(i)*i
  end do
  s = 1
  p => head
  do
    s = s*p%v
    if (.not. allocated(p%next)) exit
    p => p%next
  end do
end subroutine

subroutine components_of_components(n, x, s)
  use nested_types
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(outer) :: a, b
  type(inner), target :: t
  a%i%w = x(1:3)
  allocate(a%arr(2))
  a%arr(1)%w = x
  a%arr(2)%w = a%arr(1)%w*x(1)
  a%arr(2)%k = x(5)
  t%w = x*2
  a%p => t
  a%name = 'hello'
  a%idx = [3,1]
  b = a
  a%arr(1)%w = 0
  b%p%w(1) = b%p%w(1)*x(2)
  s = b%arr(2)%w(2)*b%arr(1)%w(3) + b%i%w(3)*b%arr(2)%k + a%p%w(1) + b%arr(1)%k + x(b%idx(1)) + len(b%name)
  call reset(a%arr(1))
  s = s + sum(a%arr(1)%w)*x(1)
end subroutine

subroutine reset_by_intent_out(n, x, s)
  use nested_types
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(inner) :: a
  real(8), allocatable :: q(:)
  a%w = x
  a%k = x(1)
  call reset(a)
  s = sum(a%w)*x(1) + a%k*x(2)
  q = x
  call fill(q)
  s = s + q(1)*q(2)
contains
  subroutine fill(v)
    real(8), allocatable, intent(out) :: v(:)
    if (allocated(v)) stop 4
    allocate(v(3), source=x(1:3)**2)
  end subroutine
end subroutine

subroutine arrays_of_plain_types(n, x, s)
  use nested_types
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(plain) :: p(3), q(3)
  p(:)%a = x(1:3)
  p%b(1) = x(2:4)
  p%b(2) = 1
  p%k = [1,2,3]
  p%c = (1.0,0.0)
  p%l = .true.
  p%s = 'abc'
  q = p(3:1:-1)
  q(2) = plain(x(5), [x(1), x(2)], 3, (0,0), .false., 'q')
  s = sum(q%a*p%b(1)) + sum(q%a*q%b(2)) + sum(pack(q%a, q%l))
  s = s + total(q)
contains
  real(8) function total(v)
    type(plain), intent(in) :: v(:)
    total = sum(v%a**2)
  end function
end subroutine

subroutine constructors_of_types(n, x, s)
  use nested_types
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(plain), allocatable :: p(:)
  integer :: i
  p = [plain(x(1), x(1:2), 1, (0,0), .true., 'a'), plain(x(2), x(2:3), 2, (0,0), .true., 'b')]
  p = [p, p(1)]
  s = sum(p%a) *p(3)%b(1)
  s = s + sum([(x(i)*i, i=1,n)]) + sum([x, x*x])
end subroutine

subroutine pointers_with_source(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), pointer :: p(:,:), r(:), d(:)
  allocate(p(n,n))
  p = spread(x, 2, n)
  r => p(2,:)
  r = r*x
  allocate(d(n), source=x)
  d(2) = d(1)*d(3)
  s = sum(p(2,:)) + p(1,1) + sum(d)
  deallocate(p, d)
end subroutine

subroutine characters(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  character(20) :: t
  character(:), allocatable :: u
  integer :: k
  write(t, '(I0)') n
  u = trim(t)//'abc'
  k = len(u) + index(u, 'b') + scan(u, 'c') + verify(u, '5') + ichar(u(1:1))
  s = k*x(1)**2
  if (u == '5abc' .and. lge(u, '4')) s = s + x(2)
  u = repeat(u, 2)
  t = adjustl(u)
  read(t, '(I1)') k
  s = s*k + len_trim(t)
end subroutine

subroutine strided_arguments(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(6,6), b(3,3)
  integer :: i, j
  do j = 1, 6
    do i = 1, 6
      a(i,j) = x(mod(i*j,5)+1)*i + j
    end do
  end do
  b = a(1:6:2, 6:1:-2)
  b(:, 2) = b(3:1:-1, 2)
  a(2:4, 3) = a(1:3, 3)*x(2)
  call assumed_size_matrix(a(2,2), 6, 3, s)
  call expl(a(1:5:2,1:5:2), 3)
  s = s*1e-3 + b(1,2)*b(2,3)*1e-3 + a(3,3) + a(1,1)*a(5,5)*1e-3
contains
  subroutine expl(q, m)
    integer, intent(in) :: m
    real(8), intent(inout) :: q(m,m)
    q = q*transpose(q)
  end subroutine
end subroutine

subroutine assumed_size_matrix(q, ld, m, s)
  integer ld, m, i, j
  real(8) q(ld,*), s
  s = 0
  do j = 1, m
    do i = 1, m
      s = s + q(i,j)*q(j,i)
    end do
  end do
end subroutine

subroutine vector_subscripts(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  integer :: idx(4)
  real(8) :: y(n), z(4)
  idx = [5, 2, 2, 1]
  z = x(idx)*x([1,2,3,4])
  y = 0
  y(idx([1,2,4])) = z(1:3)
  call twice(y(idx(1:2)))
  y(1:n:2) = y(n:1:-2)*x(1)
  s = sum(y*x) + z(4)
contains
  subroutine twice(v)
    real(8), intent(in) :: v(:)
    y(3) = sum(v)**2
  end subroutine
end subroutine

subroutine pointers_to_sections(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in), target :: x(n)
  real(8), intent(out) :: s
  real(8), pointer :: p(:), q(:,:)
  real(8), target :: w(6)
  w(1:5) = x; w(6) = x(1)*x(2)
  p => mid(w)
  p = p*2
  q(1:2,1:3) => w
  q(2,:) = q(1,:)*q(2,:)
  s = sum(w) + q(2,2)
  p => w(6:1:-1)
  s = s + p(1)*p(6)
  if (associated(p)) s = s*x(3)
contains
  function mid(v) result(r)
    real(8), target, intent(in) :: v(:)
    real(8), pointer :: r(:)
    r => v(2:size(v)-1)
  end function
end subroutine

subroutine functions_that_return_arrays(n, x, s)
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: q(:,:)
  q = outer(x, x(1:3))
  q = q + outer(x(n:1:-1), sin(x(2:4)))
  s = sum(matmul(transpose(q), q))
  s = s + dot_product(al(x), x)
contains
  pure function outer(a, b) result(r)
    real(8), intent(in) :: a(:), b(:)
    real(8) :: r(size(a), size(b))
    integer :: i, j
    do j = 1, size(b)
      do i = 1, size(a)
        r(i,j) = a(i)*b(j)
      end do
    end do
  end function
  function al(a) result(r)
    real(8), intent(in) :: a(:)
    real(8), allocatable :: r(:)
    r = a*a
    if (size(r) > 3) r = [r, a(1)]
    r = r(1:size(a))
  end function
end subroutine
