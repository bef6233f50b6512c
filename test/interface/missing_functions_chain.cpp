// Missing functions are named as written in the source, with the calls that lead there.
namespace lib { double unknown(double x, const char *name); }
template <class R, class... T> R __enzyme_autodiff(void *, T...);
double middle(double x) { return lib::unknown(x, "a") * x; }
double outer(double x) { double s = 0; for (int i = 0; i < 3; i++) s += middle(x + i); return s; }
//! no derivative is known for the function 'lib::unknown(double, char const*)'
//! 'lib::unknown(double, char const*)' is called from 'middle(double)' here
//! while differentiating 'outer(double)'
//! requested here
//> __enzyme_autodiff<double>((void *)outer, 1.0) == 0
