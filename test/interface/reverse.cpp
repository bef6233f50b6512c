// Reverse mode from C++: a template as request, seeds in the shadow of an output.
#include "words.h"
template <class R, class... T> R __enzyme_autodiff(void *, T...);
float f(float x) { return x * x; }
void out(const double &x, double *y) { *y = x * x; }
//> __enzyme_autodiff<float>((void *)f, 3.0f) == 6
//> double x = 3, dx = 0, y = 0, dy = 10; __enzyme_autodiff<void>((void *)out, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy); y, dx, dy == 9, 60, 0
//> dx = 5, dy = 1; __enzyme_autodiff<void>((void *)out, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy); dx == 11
