//===- ComplexTerm.h - complex numbers as pairs of terms -----------------===//
//
// Problem: the derivative of cacos is one complex number, a partial is a real.
//
// Here: complex arithmetic over pairs of Terms, so that a rule of a complex
// function is written in the complex plane. A holomorphic derivative u + iv is
// the Jacobian [[u, -v], [v, u]] of (re, im); Rule.h writes it out.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_TERM_COMPLEXTERM_H
#define ENZYME_RULES_TERM_COMPLEXTERM_H

#include "rules/term/Term.h"

namespace enzyme::term {

struct Complex {
  Term re = 0.0, im = 0.0;
};

constexpr Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
constexpr Complex operator-(Complex a) { return {-a.re, -a.im}; }
constexpr Complex operator*(Complex a, Complex b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
constexpr Complex operator*(double s, Complex a) { return {s * a.re, s * a.im}; }

/// 1/a, scaled by the modulus so that squares do not overflow.
constexpr Complex reciprocal(Complex a) {
  Term modulus = hypot(a.re, a.im);
  return {a.re / modulus / modulus, -a.im / modulus / modulus};
}
constexpr Complex operator/(Complex a, Complex b) { return a * reciprocal(b); }

constexpr Complex log(Complex a) { return {log(hypot(a.re, a.im)), atan2(a.im, a.re)}; }

/// The principal root. The larger part comes from |a| + |re a|, which does not
/// cancel; the other from the product of both being im a / 2.
constexpr Complex sqrt(Complex a) {
  Term modulus = hypot(a.re, a.im);
  Term large = sqrt(0.5 * (modulus + fabs(a.re)));
  Term small = select(large == 0.0, 0.0, 0.5 * fabs(a.im) / large);
  Condition right = a.re >= 0.0;
  return {select(right, large, small), copysign(select(right, small, large), a.im)};
}

constexpr Complex cos(Complex a) { return {cos(a.re) * cosh(a.im), -(sin(a.re) * sinh(a.im))}; }
constexpr Complex sin(Complex a) { return {sin(a.re) * cosh(a.im), cos(a.re) * sinh(a.im)}; }
constexpr Complex cosh(Complex a) { return {cosh(a.re) * cos(a.im), sinh(a.re) * sin(a.im)}; }
constexpr Complex sinh(Complex a) { return {sinh(a.re) * cos(a.im), cosh(a.re) * sin(a.im)}; }

} // namespace enzyme::term
#endif
