! Trees, lists that grow, stacks, sorting.
module trees
  implicit none
  type :: tree
    real(8) :: key, val
    type(tree), allocatable :: left, right
  contains
    procedure :: add
    procedure :: walk
  end type
  type :: stack(k)
    integer, kind :: k = 8
    real(k) :: items(16)
    integer :: top = 0
  end type
  type :: ptr_tree
    real(8) :: v
    type(ptr_tree), pointer :: l => null(), r => null()
  end type
  type :: expr
    character(1) :: op
    real(8) :: c = 0
    integer :: var = 0
    type(expr), pointer :: a => null(), b => null()
  end type
contains
  recursive subroutine add(self, key, val)
    class(tree), intent(inout) :: self
    real(8), intent(in) :: key, val
    if (key < self%key) then
      if (allocated(self%left)) then
        call self%left%add(key, val)
      else
        allocate(self%left)
        self%left%key = key
        self%left%val = val
      end if
    else
      if (allocated(self%right)) then
        call self%right%add(key, val)
      else
        allocate(self%right)
        self%right%key = key
        self%right%val = val
      end if
    end if
  end subroutine
  recursive function walk(self, depth) result(r)
    class(tree), intent(in) :: self
    integer, intent(in) :: depth
    real(8) :: r
    r = self%val/depth
    if (allocated(self%left)) r = r + self%left%walk(depth+1)
    if (allocated(self%right)) r = r*self%right%walk(depth+1)
  end function
  recursive function eval(e, x) result(r)
    type(expr), intent(in) :: e
    real(8), intent(in) :: x(:)
    real(8) :: r
    select case (e%op)
    case ('c'); r = e%c
    case ('v'); r = x(e%var)
    case ('+'); r = eval(e%a, x) + eval(e%b, x)
    case ('*'); r = eval(e%a, x)*eval(e%b, x)
    case ('s'); r = sin(eval(e%a, x))
    case default; error stop 'bad'
    end select
  end function
  function leaf(v) result(e)
    integer, intent(in) :: v
    type(expr), pointer :: e
    allocate(e)
    e%op = 'v'; e%var = v
  end function
  function num(c) result(e)
    real(8), intent(in) :: c
    type(expr), pointer :: e
    allocate(e)
    e%op = 'c'; e%c = c
  end function
  function bin(op, a, b) result(e)
    character(1), intent(in) :: op
    type(expr), pointer, intent(in) :: a
    type(expr), pointer, intent(in), optional :: b
    type(expr), pointer :: e
    allocate(e)
    e%op = op
    e%a => a
    if (present(b)) e%b => b
  end function
  recursive subroutine drop(e)
    type(expr), pointer, intent(inout) :: e
    if (associated(e%a)) call drop(e%a)
    if (associated(e%b)) call drop(e%b)
    deallocate(e)
  end subroutine
end module

subroutine allocatable_tree(n, x, s)
  use trees
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(tree) :: t
  type(tree), allocatable :: u
  integer :: i
  t%key = x(1); t%val = x(1)**2
  do i = 2, n
    call t%add(x(i), x(i)*x(1))
  end do
  allocate(u, source=t)
  if (allocated(t%left)) deallocate(t%left)
  s = u%walk(1) + t%walk(2)
end subroutine

subroutine expression_tree(n, x, s)
  use trees
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(expr), pointer :: e
  e => bin('+', bin('*', leaf(1), bin('s', leaf(2))), bin('*', num(x(3)), bin('*', leaf(4), leaf(5))))
  s = eval(e, x) + eval(e, 2*x)
  call drop(e)
end subroutine

subroutine stack_machine(n, x, s)
  use trees
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  type(stack(8)) :: st
  type(stack(4)) :: low
  character(9) :: code = '12+3*4s5*'
  integer :: i, d
  do i = 1, len(code)
    d = iachar(code(i:i)) - iachar('0')
    if (d >= 1 .and. d <= 5) then
      call push(x(d))
    else
      select case (code(i:i))
      case ('+')
        st%items(st%top-1) = st%items(st%top-1) + st%items(st%top)
        st%top = st%top - 1
      case ('*')
        st%items(st%top-1) = st%items(st%top-1)*st%items(st%top)
        st%top = st%top - 1
      case ('s')
        st%items(st%top) = sin(st%items(st%top))
      end select
    end if
  end do
  low%items(1) = 2.0
  s = sum(st%items(:st%top))*low%items(1)
contains
  subroutine push(v)
    real(8), intent(in) :: v
    st%top = st%top + 1
    st%items(st%top) = v
  end subroutine
end subroutine

subroutine growing_list(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8), allocatable :: a(:), tmp(:)
  real(8), allocatable :: rag(:)
  integer :: i, cap
  cap = 1
  allocate(a(cap))
  do i = 1, 3*n
    if (i > cap) then
      allocate(tmp(2*cap))
      tmp(:cap) = a
      tmp(cap+1:) = 0
      call move_alloc(tmp, a)
      cap = 2*cap
    end if
    a(i) = x(1 + mod(i-1, n))**2/i
  end do
  rag = [a(:3), [(a(i)*a(i+1), i=2, 6, 2)], x]
  a = [a, rag]
  a = a(size(a):1:-1)
  s = sum(a*[(1d0/i, i=1, size(a))])
end subroutine

subroutine quicksort_median(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  real(8) :: a(2*n)
  integer :: i
  a(:n) = x
  a(n+1:) = x**2 - 0.3d0
  call qsort(a)
  s = a(n)*3 + sum([(a(i)*i, i=1,2*n)])
contains
  recursive subroutine qsort(v)
    real(8), intent(inout) :: v(:)
    real(8) :: piv, t
    integer :: lo, hi
    if (size(v) <= 1) return
    piv = v((size(v)+1)/2)
    lo = 0; hi = size(v) + 1
    do
      do
        hi = hi - 1
        if (v(hi) <= piv) exit
      end do
      do
        lo = lo + 1
        if (v(lo) >= piv) exit
      end do
      if (lo < hi) then
        t = v(lo); v(lo) = v(hi); v(hi) = t
      else if (lo == hi) then
        lo = lo + 1
        exit
      else
        exit
      end if
    end do
    call qsort(v(:lo-1))
    call qsort(v(lo:))
  end subroutine
end subroutine
