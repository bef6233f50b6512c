/*===- enzyme.h - requests, markers and registrations, in C and C++ -----------===
 *
 * Including this file is optional: a program may declare what it uses by
 * itself. docs/using.md explains all of it with examples.
 *
 * A request names a function and how each of its parameters takes part:
 *
 *   double square(double x) { return x * x; }
 *   double slope = __enzyme_autodiff((void *)square, 3.0);                 // 6
 *
 *   void norms(const double *x, double *y, int n);
 *   __enzyme_autodiff_void((void *)norms, enzyme_dup, x, dx, enzyme_dup, y, dy,
 *                          enzyme_const, n);          // dx += (d norms / d x)^T dy
 *
 * Without a marker: floating-point values are active, pointers are duplicated,
 * integers are constant.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_ENZYME_H
#define ENZYME_ENZYME_H

/* -- Requests ---------------------------------------------------------------
 *
 * Any declared function whose name contains __enzyme_autodiff (reverse mode) or
 * __enzyme_fwddiff (forward mode) is a request; what stands before and after that
 * name is free. Declare one for each result type you need.
 *
 *   reverse  returns the derivatives with respect to the enzyme_out parameters, in
 *            order, and adds to the shadows of enzyme_dup parameters. The seed of
 *            the function's own result is 1.
 *   forward  takes a tangent after each enzyme_dup parameter, assigns the tangents
 *            of memory it writes, returns the tangent of the function's result.
 *
 * The result of several derivatives is a structure of one member for each. */
#ifdef __cplusplus
template <class Result, class... Arguments> Result __enzyme_autodiff(Arguments...);
template <class Result, class... Arguments> Result __enzyme_fwddiff(Arguments...);
#else
double __enzyme_autodiff(void *function, ...);
float __enzyme_autodiff_float(void *function, ...);
void __enzyme_autodiff_void(void *function, ...);
double __enzyme_fwddiff(void *function, ...);
float __enzyme_fwddiff_float(void *function, ...);
void __enzyme_fwddiff_void(void *function, ...);
#endif

/* -- Markers ----------------------------------------------------------------
 *
 * Passed in a request, by value. Only the name counts. */

/* before a parameter's value */
extern int enzyme_const; /* no derivative; the memory behind it is never written */
extern int enzyme_out;   /* reverse: a floating-point value whose derivative is returned */
extern int enzyme_dup;   /* the shadow follows the value */
extern int enzyme_byref; /* bytes, then the address of the value */
extern int enzyme_not_overwritten; /* memory that stays as it is between two halves */
extern int enzyme_dupnoneed;       /* as enzyme_dup; the primal result behind it is not wanted */

/* before the distance of the lanes' shadows in bytes, then the value, then one base pointer */
extern int enzyme_dupv, enzyme_dupnoneedv;

/* anywhere behind the function */
extern int enzyme_interleave;       /* all shadows follow behind this marker */
extern int enzyme_const_return;     /* the function's result carries no derivative */
extern int enzyme_active_return;    /* the result is seeded (default for floating point) */
extern int enzyme_dup_return;       /* forward: the result's tangent is returned (default) */
extern int enzyme_primal_return;    /* the function's own result comes first in the result */
extern int enzyme_noret;            /* augmentfwd: the function's own result is left out */
extern int enzyme_nofree;           /* reverse half, fwdsplit: the tape is kept */
extern int enzyme_allocated;        /* bytes: a tape of fixed size */
extern int enzyme_tape;             /* pointer: where that tape lies */
extern int enzyme_runtime_activity; /* compare values and shadows at run time */
extern int enzyme_width;            /* the next argument says how many directions at once (lanes) */

extern int enzyme_error_bound; /* reverse: the address of a double follows, to which a
                                  bound on the rounding error is added */

/* before a parameter's values in a batch */
extern int enzyme_vector; /* one value per lane (default) */
extern int enzyme_scalar; /* one value for all lanes */
extern int enzyme_buffer; /* a stride in bytes follows, then one base pointer */

/* -- Calls without derivatives -------------------------------------------------
 *
 *   __enzyme_batch(f, enzyme_width, W, …)            f for W inputs at once
 *   __enzyme_truncate_op_func(f, 64, 32)             f in a smaller format, as a pointer
 *   __enzyme_truncate_mem_func(f, 64, 32)            the same, values in memory too
 *   __enzyme_truncate_mem_value(v, 64, 32)           v rounded to the format
 *   __enzyme_expand_mem_value(v, 64, 32)             v
 *   __enzyme_error_estimate(f, x, dx, …)             errors in place of tangents
 *   __enzyme_todense(load, store, extra…)            a shadow that is not memory
 *
 * and in code that is differentiated:
 *
 *   __enzyme_iter(n, increment)                      n; more in derivatives
 *   __enzyme_call_inactive(f, …)                     f(…), without a derivative
 *   __enzyme_checkpoint(snapshots)                   nothing; of a loop, see below
 *   __enzyme_double(p, bytes), _float, _integer, _pointer    what lies behind p
 *
 * docs/using.md explains them. Declare those you use, with the types you need. */

/* First in the body of a loop: its derivative keeps at most so many snapshots of the loop's
 * state, and computes what lies between them again. Other compilers pass it by, as they do
 * #pragma enzyme checkpoint(snapshots), which stands before the loop. */
#ifdef ENZYME_VERSION_MAJOR
void __enzyme_checkpoint(int snapshots);
#else
#define __enzyme_checkpoint(snapshots) ((void)(snapshots))
#endif

/* -- Properties of functions and variables ---------------------------------- */

/* A function whose calls carry no derivative, or a variable that has no shadow. */
#define ENZYME_INACTIVE __attribute__((annotate("enzyme_inactive")))
/* A function that frees no memory it is given. */
#define ENZYME_NOFREE __attribute__((annotate("enzyme_nofree")))
/* A function that is differentiated as the named function of <math.h>. */
#define ENZYME_FUNCTION_LIKE(name) __attribute__((annotate("enzyme_function_like=" name)))

/* -- Registrations ------------------------------------------------------------
 *
 * Global variables whose name contains one of these names. They are read and
 * erased when compiling.
 *
 *   void *__enzyme_register_gradient_NAME[]   = {f, augmented, reverse};
 *   void *__enzyme_register_derivative_NAME[] = {f, forward};
 *   void *__enzyme_register_splitderivative_NAME[] = {f, augmented, forward};
 *   void *__enzyme_inactivefn_NAME            = f;
 *   void *__enzyme_inactive_global_NAME       = &variable;
 *   void *__enzyme_function_like_NAME[]       = {f, "sin"};
 *   void *__enzyme_allocation_like_NAME[]     = {allocate, (void *)size_index, "-1", release};
 *   void *__enzyme_nofree_NAME                = f;
 *
 * docs/using.md gives the signatures of augmented, reverse and forward. */

#endif
