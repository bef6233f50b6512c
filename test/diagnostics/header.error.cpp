// RUN: enzyme-clang++ -std=c++17 -fsyntax-only -ferror-limit=0 -Xclang -verify -Xclang -verify-ignore-unexpected=note %s
// Wrong use of <enzyme/enzyme> is said in words, by static_assert.
#include <enzyme/enzyme>
#include <string>
#include <vector>
using namespace enzyme;
using Vector = std::vector<double>;

double square(double x) { return x * x; }
double norm(const Vector &x) { return x[0] * x[0]; }
Vector both(const Vector &x) { return x; }
int steps(double x) { return x > 0; }
double sum(const double *x, int n) { return n ? x[0] : 0; }
class Hidden {
public:
  double get() const { return k; }

private:
  double k = 1;
};
double ofHidden(const Hidden &h) { return h.get(); }

void autodiffs(double x) {
  autodiff<Reverse>(square, x);                   // expected-error@*:* {{wrap every argument in its activity}}
  autodiff<Forward>(square, Active{x});           // expected-error@*:* {{Active is for reverse mode; in forward mode an argument brings its tangent}}
  autodiff<Reverse>(square, Duplicated{x, x});    // expected-error@*:* {{Duplicated of a value would lose its adjoint with the copy}}
  autodiff<int>(square, Active{x});               // expected-error@*:* {{the mode is one of enzyme::Reverse, enzyme::ReverseWithPrimal, enzyme::Forward}}
  autodiff<Reverse>(norm, Active{x});             // expected-error@*:* {{the function cannot be called with these arguments}}
  autodiff<Reverse, Active<Vector>>(both, Active{Vector{x}}); // expected-error@*:* {{the result is Const, or Active if it is one floating-point number}}
  Active<double &> reference{x};                  // expected-error@*:* {{Active is for values, whose derivative is returned}}
}
void gradients(double x, double *p, Vector v) {
  gradient(both, v);              // expected-error@*:* {{the gradient is that of a function that returns one floating-point number}}
  gradient(steps, x);             // expected-error@*:* {{the gradient is that of a function that returns one floating-point number}}
  gradient(sum, p, 3);            // expected-error@*:* {{no argument is differentiated}} expected-error@*:* {{a pointer does not say how many numbers it leads to: pass a container or a std::span}}
  gradient(norm, Const{v});       // expected-error@*:* {{no argument is differentiated: all are Const}}
  gradient(ofHidden, Hidden());   // expected-error@*:* {{no argument is differentiated: all are Const}} expected-error@*:* {{enzyme: 'Hidden' may hold or lead to numbers that cannot be seen; specialise enzyme::members_of for the class, or pass it as Const{object} or Duplicated{object, shadow}}}
  gradient(square, Active{x});    // expected-error@*:* {{no argument is differentiated}} expected-error@*:* {{here an argument is differentiated when it is passed as it is}}
  gradient(norm, std::string());  // expected-error@*:* {{enzyme: the function cannot be called with these arguments}}
  jacobian(steps, x);             // expected-error@*:* {{the function's result holds no floating-point numbers}}
  jvp(both, v);                   // expected-error@*:* {{the arguments of the function come first, the direction last}}
  make_zero(p);                   // expected-error@*:* {{a pointer does not say how many elements it has}}
}
