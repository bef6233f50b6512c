// Markers in C++: in namespaces and classes, constexpr, inline, enumerators, thread-local; constants through
// templates.
#include <utility>
namespace words {
extern int enzyme_dup;
constexpr int enzyme_out = 5;
inline const int enzyme_primal_return = 1;
namespace local { static constexpr long enzyme_const = 1; }
namespace inner { enum Kind : short { enzyme_const, other }; }
} // namespace words
struct Names { static const int enzyme_interleave = 3; static int enzyme_noret; };
thread_local int enzyme_const_return;
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_autodiff_references(void *, const int &, T...);
double f(double *x, double k, double c) { return *x * *x * k * c; }
double cube(double x) { return x * x * x; }
template <class... T> double gradient(T &&...rest) { return __enzyme_autodiff<double>((void *)f, std::forward<T>(rest)...); }
template <class M> double marked(M marker, double x) { return __enzyme_autodiff<double>((void *)cube, marker, x); }
struct VB { double value, by; };
//> double x = 3, dx = 0; gradient(words::enzyme_dup, &x, &dx, words::enzyme_out, 5.0, words::local::enzyme_const, 2.0), dx == 18, 60
//> dx = 0; __enzyme_autodiff<double>((void *)f, words::enzyme_dup, &x, 5.0, words::inner::enzyme_const, 2.0, Names::enzyme_interleave, &dx), dx == 18, 60
//> VB r = __enzyme_autodiff_references<VB>((void *)cube, words::enzyme_primal_return, 2.0); r.value, r.by == 8, 12
//> marked(Names::enzyme_noret, 2.0), __enzyme_autodiff<double>((void *)cube, enzyme_const_return, 2.0) == 12, 0
//> marked(words::local::enzyme_const, 2.0) == 0
