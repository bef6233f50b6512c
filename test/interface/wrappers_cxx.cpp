// Wrappers as C++ libraries write them: generic lambdas, perfect forwarding of markers, recursion over packs,
// std: c++17
// functions as template arguments, std::function-free callables, requests in constructors.
#include <array>
#include <tuple>
#include <utility>
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_primal_return;
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
template <auto F> struct Derivative {
  template <class... A> static double of(A... a) { return __enzyme_autodiff<double>((void *)F, a...); }
};
double square(double x) { return x * x; }
double product(const double *x, int n) { double p = 1; for (int i = 0; i < n; i++) p *= x[i]; return p; }
template <std::size_t N> std::array<double, N> gradient(double (*f)(const double *, int), const std::array<double, N> &x) {
  std::array<double, N> dx{};
  __enzyme_autodiff<double>((void *)f, enzyme_dup, x.data(), dx.data(), enzyme_const, int(N));
  return dx;
}
template <class F, class Tuple> double apply_fwd(F f, Tuple &&arguments) {
  return std::apply([&](auto... a) { return __enzyme_fwddiff<double>((void *)f, a...); }, std::forward<Tuple>(arguments));
}
struct Line { double slope; explicit Line(double (*f)(double), double x) : slope(__enzyme_autodiff<double>((void *)f, enzyme_out, x)) {} };
template <class... M> double with(M... markers) { double x = 3, dx = 0; __enzyme_autodiff<void>((void *)product, markers..., &x, &dx, 1); return dx; }
//> Derivative<square>::of(3.0) == 6
//> auto g = gradient<3>(product, {1, 2, 3}); g[0], g[1], g[2] == 6, 3, 2
//> apply_fwd(square, std::make_tuple(3.0, 2.0)), Line(square, 4.0).slope, with(enzyme_dup), with() == 12, 8, 1, 1
//> auto generic = [](auto f, auto x) { return __enzyme_autodiff<decltype(x)>((void *)f, x); }; generic(square, 5.0) == 10
