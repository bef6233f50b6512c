// Properties in every spelling, on templates, members, declarations before definitions, variables.
// oracle: differs, functions are declared inactive that are not
#include "words.h"
template <class R, class... T> R __enzyme_autodiff(void *, T...);
[[enzyme_inactive]] double a(double x);
double a(double x) { return x * x; }
[[enzyme::inactive]] static double b(double x) { return x * x; }
template <class T> __attribute__((enzyme_inactive)) T c(T x) { return x * x; }
template <class T> [[clang::annotate("enzyme_inactive")]] T d(T x) { return x * x; }
template <class T> struct Kit {
  [[enzyme::inactive]] T e(T x) const { return x * x; }
  __attribute__((enzyme_inactive)) static T g(T x) { return x * x; }
  static T h(T x) { return x * x; }
  static T i(T x) { return x * x; }
  static void *__enzyme_inactivefn_h;
  [[enzyme::inactive]] static T table;
};
template <class T> void *Kit<T>::__enzyme_inactivefn_h = (void *)Kit<T>::h;
template <class T> T Kit<T>::table = 5;
template struct Kit<double>;
namespace hidden { static void *__enzyme_inactivefn_i[] = {(void *)Kit<double>::i}; }
[[enzyme::inactive]] extern double declared;
double declared = 1;
__attribute__((enzyme_inactive)) static double local_to_file = 1;
struct Member { double j(double x) { return x * x; } };
static auto __enzyme_inactivefn_j = &Member::j;
double f(double x) {
  Kit<double> kit; Member member;
  return x + a(x) + b(x) + c(x) + d(x) + kit.e(x) + kit.g(x) + kit.h(x) + kit.i(x) + member.j(x);
}
double g(double x) { declared = x; local_to_file = x; Kit<double>::table = x; return declared + local_to_file + Kit<double>::table + x; }
template <class T> [[enzyme::function_like("sin")]] T wave(T x) { return 99 * x; }
[[enzyme::math("cos")]] static double coswave(double x) { return 99 * x; }
double w(double x) { return wave(x) + coswave(x); }
//> __enzyme_autodiff<double>((void *)f, 3.0), f(3.0) == 1, 84
//> __enzyme_autodiff<double>((void *)g, 3.0), g(3.0) == 1, 12
//> __enzyme_autodiff<double>((void *)w, 1.0), w(1.0) == cos(1) - sin(1), 198
