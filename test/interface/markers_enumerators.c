// Enumerators named like markers are markers.
enum { enzyme_out, enzyme_const, enzyme_dup };
enum words { enzyme_width = 77, enzyme_primal_return };
double __enzyme_autodiff(void *, ...);
double f(double *x, double k, double c) { return *x * *x * k * c; }
double direction(double x) { return x * x; }
typedef struct { double value, by; } VB;
VB __enzyme_autodiff_vb(void *, ...);
//> double x = 3, dx = 0; __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_out, 5.0, enzyme_const, 2.0), dx == 18, 60
//> VB r = __enzyme_autodiff_vb((void *)direction, (enzyme_primal_return), 4.0, enzyme_width, 1); r.value, r.by == 16, 8
//> int plain = enzyme_dup; plain == 2
