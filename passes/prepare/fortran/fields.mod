!mod$ v1 sum : a3cfb8744d237ec7 module fields type::grid integer(4)::n real(8),
    allocatable::u( :) real(8),
    allocatable::v( :) end type type, abstract::shape_t contains procedure(area_i),
    deferred::area end type abstract interface function area_i(self) import::shape_t class(shape_t),
    intent(in)::self real(8)::area_i end end interface type,
    extends(shape_t)::circle
    real(8)::r contains procedure::area = > circle_area end type type,
                        extends(shape_t)::box real(8)::a
                        real(8)::b contains procedure::area = > box_area end type real(8),
                        allocatable::work( :) contains function circle_area(self) class(circle),
                        intent(in)::self real(8)::circle_area end function
    box_area(self) class(box),
                        intent(in)::self real(8)::box_area end subroutine fill(g, x) type(grid),
                        intent(inout)::g real(8),
                        intent(in)::x( :) end subroutine grow(a, x) real(8), allocatable,
                        intent(inout)::a( :) real(8), intent(in)::x( :) end end
