// Inline functions, constants and registrations of a header: with and without a use.
// oracle: differs, a function is declared inactive that is not
#include "words.h"
template <class R, class... A> R __enzyme_autodiff(void *, A...);
inline double cube(double x) { return x * x * x; }
inline double slope(double x) { return __enzyme_autodiff<double>((void *)cube, x); }
inline double unused(double x) { return __enzyme_autodiff<double>((void *)cube, x); }
static inline double quiet(double x) { return x; }
inline void *__enzyme_inactivefn_quiet = (void *)quiet;
static inline double f(double x) { return x * quiet(x); }
template <class T> inline T gradient(T x) { return __enzyme_autodiff<T>((void *)f, x); }
//> slope(2.0), gradient(3.0) == 12, 3
