// Functions that return a structure through a hidden pointer: primal first, then lanes.
#include "words.h"
typedef struct { double a, b, c; } D3;
typedef struct { D3 p, s[2]; } PW;
D3 f(double x, double y) { D3 r = {x * y, x * x, y * y}; return r; }
PW __enzyme_fwddiff_pw(void *, ...);
//> PW q = __enzyme_fwddiff_pw((void *)f, enzyme_primal_return, enzyme_width, 2, 3.0, 1.0, 0.0, 4.0, 0.0, 1.0);
//> q.p.a, q.s[0].a, q.s[0].b, q.s[1].a, q.s[1].c == 12, 4, 6, 3, 8
