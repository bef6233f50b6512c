/*===- implicit.h - derivatives of what an equation defines, C and C++ ------===
 *
 * Problem: x is found by iterating, but it is defined by an equation, and its
 * derivative follows from the equation at x alone. To differentiate the iteration
 * costs as many sweeps as it has steps, and is wrong where it stops early.
 *
 *   enzyme_root(r, solve, n, x, np, p)           x with r(x, p) = 0
 *   enzyme_fixed_point(g, solve, n, x, np, p)    x with g(x, p) = x
 *   enzyme_argmin(f, solve, n, x, np, p)         x where f(x, p) is least
 *   enzyme_linear_solve(n, a, b, x)              x with a x = b
 *   enzyme_ode(f, n, from, t, np, p, y, settings)     y at t[1] of y' = f(t, y, p)
 *
 * Each is an ordinary function with registered rules: call it in what is differentiated.
 * docs/implicit.md explains them, with examples. C++ has the same for objects with
 * numbers and for lambdas in <enzyme/enzyme>.
 *===---------------------------------------------------------------------===*/
#ifndef ENZYME_IMPLICIT_H
#define ENZYME_IMPLICIT_H

#include <enzyme/implicit/linear.h>
#include <enzyme/implicit/ode.h>
#include <enzyme/implicit/root.h>

#endif
