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

    ! What an equation defines, with its derivative (docs/implicit.md). One file of the program is in C, and has the line
    ! #include <enzyme/implicit/fortran.h>.

    ! residual(n, x, np, p, r): x with r = 0, from the guess in x. solve(n, x, np, p) finds it, or Newton's method.
    subroutine enzyme_root(residual, n, x, np, p, solve) bind(c, name="enzyme_root_fortran")
      external :: residual, solve
      optional :: solve
      integer(4), intent(in) :: n, np
      real(8), intent(inout) :: x(*)
      real(8), intent(in) :: p(*)
    end subroutine

    ! map(n, x, np, p, next): x with next = x. solve finds it, or iteration.
    subroutine enzyme_fixed_point(map, n, x, np, p, solve) bind(c, name="enzyme_fixed_point_fortran")
      external :: map, solve
      optional :: solve
      integer(4), intent(in) :: n, np
      real(8), intent(inout) :: x(*)
      real(8), intent(in) :: p(*)
    end subroutine

    ! objective(n, x, np, p), real(8): x where it is least. solve finds it, or Newton's method.
    subroutine enzyme_argmin(objective, n, x, np, p, solve) bind(c, name="enzyme_argmin_fortran")
      external :: objective, solve
      optional :: solve
      integer(4), intent(in) :: n, np
      real(8), intent(inout) :: x(*)
      real(8), intent(in) :: p(*)
    end subroutine

    ! matmul(a, x) = b
    subroutine enzyme_linear_solve(n, a, b, x) bind(c, name="enzyme_linear_solve_fortran")
      integer(4), intent(in) :: n
      real(8), intent(in) :: a(n, *), b(*)
      real(8), intent(inout) :: x(*)
    end subroutine

    ! rate(n, t, y, np, p, dy): y at t(2), from `from` at t(1). Steps of one size, or sizes that are chosen.
    subroutine enzyme_ode(rate, n, from, t, np, p, y, steps, relative, absolute, snapshots, differentiate_steps) &
      bind(c, name="enzyme_ode_fortran")
      external :: rate
      integer(4), intent(in) :: n, np
      real(8), intent(in) :: from(*), t(2), p(*)
      real(8), intent(inout) :: y(*)
      integer(4), intent(in), optional :: steps, snapshots, differentiate_steps
      real(8), intent(in), optional :: relative, absolute
    end subroutine
  end interface
end module
