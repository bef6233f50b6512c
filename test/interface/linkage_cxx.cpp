// Words in extern "C", in functions, as static or overloaded declarations; the function a static member, a
// template, noexcept, a constexpr pointer, an alias of a type.
extern "C" { extern int enzyme_dup; extern int enzyme_const; double __enzyme_autodiff_c(void *, ...); }
extern "C" int enzyme_out;
double __enzyme_autodiff_overloaded(double (*)(double), double);
double __enzyme_autodiff_overloaded(double (*)(double *, double), int, double *, double *, double);
namespace math { inline namespace v1 { template <class T> T square(T x) noexcept { return x * x; } } }
double scaled(double *x, double k) { return *x * *x * k; }
class Shape { public: static double area(double r) { return 3 * r * r; } };
constexpr auto chosen = &math::square<double>;
using Unary = double(double);
Unary *const table[] = {chosen, Shape::area};
auto inner(double x) -> double { extern double __enzyme_autodiff_here(void *, ...); return __enzyme_autodiff_here((void *)chosen, x); }
struct Functor { static double operate(double x) { return x * x * x; } double slope(double x) const { return __enzyme_autodiff_c((void *)operate, x); } };
//> __enzyme_autodiff_overloaded(math::square, 3.0), __enzyme_autodiff_overloaded(table[1], 3.0), inner(4.0) == 6, 18, 8
//> double x = 3, dx = 0; __enzyme_autodiff_overloaded(scaled, enzyme_dup, &x, &dx, 5.0), dx == 9, 30
//> Functor().slope(2.0) == 12
//> auto lambda = [](double v) { return v * v; }; __enzyme_autodiff_c((void *)+lambda, 5.0) == 10
