!mod$ v1 sum
    : cd6dcccc0724223a module q type::particle
          real(8)::pos(1_8 : 3_8) = [ REAL(8)::1._8, 1._8, 1._8 ] integer(4)::id = 7_4 real(4)::w
    complex(8)::z end type type::list type(particle),
                             allocatable::p( :) real(8),
                             allocatable::m( :, :) end type type::tree real(8)::value type(tree),
                             pointer::left = > NULL() type(tree),
                             pointer::right = > NULL() end type intrinsic::null end
