// The C++ header: modes, activities, result tuples.
// std: c++17
#include <enzyme/enzyme>
#include <type_traits>
using namespace enzyme;
double f(double x) { return x * x; }
double g(double x, double y) { return x * x * y; }
double r(const double &x) { return x * x; }
void v(const double *x, double *y) { *y = *x * *x; }
struct Fun { double k; double operator()(double x) const { return k * x * x; } };
struct S { double a, b; };
S s(double x) { return {x * x, x * x * x}; }
//> auto a = autodiff<Reverse>(f, Active<double>(3.0)); static_assert(std::is_same_v<decltype(a), tuple<tuple<double>>>); get<0>(get<0>(a)) == 6
//> auto b = autodiff<Reverse>(g, Const<double>(3.0), Active<double>(5.0)); static_assert(std::is_same_v<decltype(b), tuple<tuple<nodiff, double>>>); get<1>(get<0>(b)) == 9
//> auto c = autodiff<ReverseWithPrimal>(g, Active<double>(3.0), Active<double>(5.0)); get<0>(get<0>(c)), get<1>(get<0>(c)), get<1>(c) == 30, 9, 45
//> get<0>(autodiff<Forward>(f, Duplicated<double>(3.0, 1.0))), get<0>(autodiff<Forward, Const<double>>(f, Duplicated<double>(3.0, 1.0))) == 6, 9
//> auto d = autodiff<Forward, Duplicated<double>>(f, Duplicated<double>(3.0, 1.0)); get<0>(d), get<1>(d) == 9, 6
//> double x = 3, dx = 0; autodiff<Reverse>(r, Duplicated<const double &>(x, dx)); dx == 6
//> double y = 0, dy = 1; dx = 0; autodiff<Reverse>(v, Duplicated<const double *>(&x, &dx), Duplicated<double *>(&y, &dy)); y, dx == 9, 6
//> get<0>(get<0>(autodiff<Reverse>(Fun{2}, Active<double>(3.0)))), primal_call(f, Active<double>(3.0)) == 12, 9
//> auto e = autodiff<Forward, Duplicated<S>>(s, Duplicated<double>(3.0, 1.0)); get<0>(e).b, get<1>(e).a, get<1>(e).b == 27, 6, 27
//> auto h = +[](double t) { return t * t * t; }; get<0>(autodiff<Forward>(h, Duplicated<double>(3.0, 1.0))) == 27
