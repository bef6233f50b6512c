! Pointers of modules that ordinary calls associated: with variables, sections, allocated memory, lists; buffers that change
! places between derivatives. The first thing that is computed is a derivative's value, by an ordinary call.
module pointers
  implicit none
  real(8), target :: first(6) = 0, second(6) = 0
  real(8), pointer :: cur(:) => null(), nxt(:) => null()
  real(8), allocatable, target :: wa(:), wb(:), big(:,:)
  real(8), pointer :: row(:) => null(), heap(:) => null(), reversed(:) => null(), scalar => null()
  type cell
    real(8) :: v = 0
    real(8), pointer :: p(:) => null()
    type(cell), pointer :: next => null()
  end type
  type(cell), pointer :: head => null()
  type(cell), target :: cells(3)
  type field
    real(8), allocatable :: u(:)
    real(8), pointer :: view(:) => null()
  end type
  type(field), target :: f1, f2
  type(field), pointer :: selected => null()
contains
  subroutine setup()
    integer :: i
    type(cell), pointer :: made
    if (associated(cur)) return
    cur => second
    nxt => first
    allocate(wa(6), wb(6), big(3, 5), heap(6), scalar)
    wa = 1; wb = 2; big = 0; heap = 0; scalar = 0
    row => big(2, :)
    reversed => wb(6:1:-1)
    do i = 1, 4
      allocate(made)
      allocate(made%p(2))
      made%p = i
      made%next => head
      head => made
      cells(mod(i, 3) + 1)%p => wa
    end do
    cells(2)%p => first
    allocate(f1%u(6), f2%u(6))
    f1%u = 0; f2%u = 0
    f1%view => f2%u
    f2%view => f1%u(2:4)
    selected => f2
  end subroutine
  subroutine swap()
    real(8), pointer :: kept(:)
    kept => cur
    cur => nxt
    nxt => kept
  end subroutine
end module

subroutine buffers(n, x, s)
  use pointers
  integer :: n
  real(8) :: x(n), s
  call setup()
  cur(1:n) = x*x(2)
  nxt(1:n) = cur(n:1:-1)*x
  s = first(2)*2 + second(3)*x(1) + sum(nxt(1:n)*cur(1:n))
end subroutine

! In ordinary code, and in the derivative, as often.
subroutine changing_places(n, x, s)
  use pointers
  integer :: n, i
  real(8) :: x(n), s
  call setup()
  cur(1:n) = x
  nxt(1:n) = x(1)
  do i = 1, 3
    nxt(1:n) = nxt(1:n) + cur(1:n)*x(i)
    call swap()
  end do
  s = sum(cur(1:n)) + 2*first(1)*second(2)
  call swap()
end subroutine

subroutine sections(n, x, s)
  use pointers
  integer :: n, i
  real(8) :: x(n), s
  call setup()
  big(:, 1:n) = x(3)
  do i = 1, n
    row(i) = x(i)*x(1)*i
  end do
  reversed(1:n) = row(1:n)*x
  heap(1:n) = row(2)*x
  scalar = heap(3)*x(2)
  s = sum(big(:, 1:n)) + sum(heap(1:n))*row(3) + wb(6)*wb(5) + scalar
end subroutine

subroutine lists(n, x, s)
  use pointers
  integer :: n, i
  real(8) :: x(n), s
  type(cell), pointer :: at
  call setup()
  s = 0
  at => head
  i = 0
  do while (associated(at))
    i = i + 1
    at%v = x(i)**2
    at%p(2) = at%v*x(5)
    s = s + at%v
    at => at%next
  end do
  at => head
  do while (associated(at))
    s = s + at%p(2)*at%p(1)
    at => at%next
  end do
end subroutine

subroutine components(n, x, s)
  use pointers
  integer :: n
  real(8) :: x(n), s
  call setup()
  cells(1)%p(3) = x(1)*x(2)
  cells(2)%p(1) = x(3)*3
  cells(:)%v = x(4)
  f1%u(1:n) = x
  f2%u(1:n) = x*x(2)
  selected%view(2) = selected%u(1)*x(3)
  f1%view(1) = 7*x(5)
  s = wa(3)*x(2) + first(1)*cells(3)%p(3) + sum(cells%v)
  s = s + sum(f1%u(1:n)) + 2*f2%u(1) + selected%u(1)*f2%u(2)
end subroutine
