! The module 'enzyme': derivatives asked for in Fortran, without interfaces of one's own.
!
!   use enzyme
!   call enzyme_autodiff(misfit, enzyme_const, n, enzyme_dup, x, dx, enzyme_dup, s, ds)
!
! Arguments of any type and rank go by reference, as the procedure that is differentiated wants them: scalars, and arrays whose
! dummy arguments have explicit shape or assumed size. What is left out arrives as a null pointer, and counts as absent
! (passes/request/AbsentArguments.h).
module enzyme
  implicit none

  integer(4), bind(c, name="enzyme_const") :: enzyme_const
  integer(4), bind(c, name="enzyme_dup") :: enzyme_dup
  integer(4), bind(c, name="enzyme_dupnoneed") :: enzyme_dupnoneed
  integer(4), bind(c, name="enzyme_width") :: enzyme_width
  integer(4), bind(c, name="enzyme_runtime_activity") :: enzyme_runtime_activity
  integer(4), bind(c, name="enzyme_primal_return") :: enzyme_primal_return
  integer(4), bind(c, name="enzyme_const_return") :: enzyme_const_return

  interface
    ! Reverse mode.
    subroutine enzyme_autodiff(f, &
      a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, &
      a25, a26, a27, a28, a29, a30, a31, a32) &
      bind(c, name="__enzyme_autodiff_fortran")
      external :: f
      type(*), optional :: &
      a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, &
      a25, a26, a27, a28, a29, a30, a31, a32
      !dir$ ignore_tkr(tkr) a1, a2, a3, a4, a5, a6, a7, a8
      !dir$ ignore_tkr(tkr) a9, a10, a11, a12, a13, a14, a15, a16
      !dir$ ignore_tkr(tkr) a17, a18, a19, a20, a21, a22, a23, a24
      !dir$ ignore_tkr(tkr) a25, a26, a27, a28, a29, a30, a31, a32
    end subroutine

    ! Forward mode of a subroutine: tangents of results lie in their shadows.
    subroutine enzyme_fwddiff(f, &
      a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, &
      a25, a26, a27, a28, a29, a30, a31, a32) &
      bind(c, name="__enzyme_fwddiff_fortran")
      external :: f
      type(*), optional :: &
      a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, &
      a25, a26, a27, a28, a29, a30, a31, a32
      !dir$ ignore_tkr(tkr) a1, a2, a3, a4, a5, a6, a7, a8
      !dir$ ignore_tkr(tkr) a9, a10, a11, a12, a13, a14, a15, a16
      !dir$ ignore_tkr(tkr) a17, a18, a19, a20, a21, a22, a23, a24
      !dir$ ignore_tkr(tkr) a25, a26, a27, a28, a29, a30, a31, a32
    end subroutine

    ! Forward mode of a function: the derivative of its result.
    function enzyme_fwddiff_double(f, &
      a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, &
      a25, a26, a27, a28, a29, a30, a31, a32) result(derivative) &
      bind(c, name="__enzyme_fwddiff_double_fortran")
      external :: f
      type(*), optional :: &
      a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, &
      a25, a26, a27, a28, a29, a30, a31, a32
      !dir$ ignore_tkr(tkr) a1, a2, a3, a4, a5, a6, a7, a8
      !dir$ ignore_tkr(tkr) a9, a10, a11, a12, a13, a14, a15, a16
      !dir$ ignore_tkr(tkr) a17, a18, a19, a20, a21, a22, a23, a24
      !dir$ ignore_tkr(tkr) a25, a26, a27, a28, a29, a30, a31, a32
      real(8) :: derivative
    end function

    function enzyme_fwddiff_float(f, &
      a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, &
      a25, a26, a27, a28, a29, a30, a31, a32) result(derivative) &
      bind(c, name="__enzyme_fwddiff_float_fortran")
      external :: f
      type(*), optional :: &
      a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, &
      a25, a26, a27, a28, a29, a30, a31, a32
      !dir$ ignore_tkr(tkr) a1, a2, a3, a4, a5, a6, a7, a8
      !dir$ ignore_tkr(tkr) a9, a10, a11, a12, a13, a14, a15, a16
      !dir$ ignore_tkr(tkr) a17, a18, a19, a20, a21, a22, a23, a24
      !dir$ ignore_tkr(tkr) a25, a26, a27, a28, a29, a30, a31, a32
      real(4) :: derivative
    end function
  end interface
end module
