// Structures of more than 16 bytes by value in C++: the same.
#include "words.h"
template <class R, class... T> R __enzyme_autodiff(void *, T...);
template <class R, class... T> R __enzyme_autodiff_forwarding(void *, T &&...);
template <class R, class... T> R __enzyme_fwddiff(void *, T...);
struct D3 { double a, b, c; };
double f(D3 s) { return s.a * s.b * s.c; }
//> D3 s = {2, 3, 4}, ds = {0, 0, 0}; __enzyme_autodiff<void>((void *)f, s, ds); ds.a, ds.b, ds.c == 12, 8, 6
//> ds = {0, 0, 0}; __enzyme_autodiff_forwarding<void>((void *)f, s, ds); ds.a, ds.b, ds.c == 12, 8, 6
//> D3 t = {1, 0, 1}; __enzyme_fwddiff<double>((void *)f, s, t) == 18
