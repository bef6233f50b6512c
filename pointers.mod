!mod$ v1 sum:11b32bac1508790d
module pointers
real(8),target::first(1_8:6_8)
real(8),target::second(1_8:6_8)
real(8),pointer::cur(:)
intrinsic::null
real(8),pointer::nxt(:)
real(8),allocatable,target::wa(:)
real(8),allocatable,target::wb(:)
real(8),allocatable,target::big(:,:)
real(8),pointer::row(:)
real(8),pointer::heap(:)
real(8),pointer::reversed(:)
real(8),pointer::scalar
type::cell
real(8)::v=0._8
real(8),pointer::p(:)=>NULL()
type(cell),pointer::next=>NULL()
end type
type(cell),pointer::head
type(cell),target::cells(1_8:3_8)
type::field
real(8),allocatable::u(:)
real(8),pointer::view(:)=>NULL()
end type
type(field),target::f1
type(field),target::f2
type(field),pointer::selected
contains
subroutine setup()
end
subroutine swap()
end
end
