// Requests in namespaces, classes and templates; the function a static member, a lambda, a choice, an entry
// of a table, a parameter of wrappers.
#include "words.h"
namespace ad { template <class R, class... T> R __enzyme_autodiff(T...); }
struct Tool { template <class... T> static double grad__enzyme_fwddiff(T...); static double square(double x) { return x * x; } };
namespace { double cube(double x) { return x * x * x; } }
using Function = double (*)(double);
static const Function table[] = {cube, Tool::square};
template <class F> double slope(F f, double x) { return ad::__enzyme_autodiff<double>(f, x); }
static double twice(double (&f)(double), double x) { return 2 * slope(&f, x); }
template <Function f> double fixed(double x) { return ad::__enzyme_autodiff<double>(f, x); }
//> slope(cube, 2.0), slope(+[](double x) { return x * x; }, 3.0), Tool::grad__enzyme_fwddiff((void *)Tool::square, 3.0, 1.0) == 12, 6, 6
//> slope(table[1], 3.0), twice(cube, 2.0), fixed<cube>(2.0) == 6, 24, 12
//> volatile int c = 0; ad::__enzyme_autodiff<double>((void *)(c ? cube : Tool::square), 3.0) == 6
//> c = 1; ad::__enzyme_autodiff<double>((void *)(c ? cube : Tool::square), 3.0) == 27
