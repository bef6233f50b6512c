// References take a variable or its address.
#include "words.h"
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
double area(const double &width, double &height) { double r = width * height; height = 0; return r; }
struct Shape { double a, b, c; };
double volume(const Shape &s) { return s.a * s.b * s.c; }
//> double w = 3, dw = 0, h = 4, dh = 0; __enzyme_autodiff<void>((void *)area, &w, &dw, &h, &dh); dw, dh, h == 4, 3, 0
//> dw = 0; dh = 0; h = 4; __enzyme_autodiff<void>((void *)area, enzyme_dup, w, dw, enzyme_dup, h, dh); dw, dh == 4, 3
//> Shape s = {2, 3, 4}, ds = {0, 0, 0}; __enzyme_autodiff<void>((void *)volume, &s, &ds); ds.a, ds.b, ds.c == 12, 8, 6
//> Shape t = {1, 1, 1}; __enzyme_fwddiff<double>((void *)volume, enzyme_dup, &s, &t) == 26
