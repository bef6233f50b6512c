!mod$ v1 sum:7f6a0e21a4297bc5
module dynamics
type::particle
real(8)::x(1_8:3_8)
real(8)::v(1_8:3_8)
real(8)::m
contains
procedure::ke
end type
type,extends(particle)::charged
real(8)::q
real(8),allocatable::hist(:)
end type
type::system
type(particle),allocatable::p(:)
class(particle),allocatable::extra
class(particle),pointer::probe=>NULL()
real(8)::box=1.e1_8
procedure(pot),nopass,pointer::u=>NULL()
contains
procedure::energy
procedure::forces
procedure,private::pair
end type
intrinsic::null
interface
function pot(r2)
real(8),intent(in)::r2
real(8)::pot
end
end interface
integer(4),save::done
contains
subroutine system_done(s)
type(system),intent(inout)::s
end
function ke(self)
class(particle),intent(in)::self
real(8)::ke
end
function lj(r2)
real(8),intent(in)::r2
real(8)::lj
end
function harm(r2)
real(8),intent(in)::r2
real(8)::harm
end
function pair(self,i,j)
class(system),intent(in)::self
integer(4),intent(in)::i
integer(4),intent(in)::j
real(8)::pair
end
function energy(self)
class(system),intent(in)::self
real(8)::energy
end
subroutine forces(self,f)
class(system),intent(in)::self
real(8),allocatable,intent(out)::f(:,:)
end
end
