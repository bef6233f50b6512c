// Prototypes as people write them: without parameters, of one function's shape, with the function's own
// pointer type, through a cast. A function of one's own with a body is no request.
// std: gnu89
// flags: -Wno-deprecated-non-prototype -Wno-strict-prototypes
double __enzyme_autodiff();
double __enzyme_autodiff_d(void *, double);
double take__enzyme_fwddiff_(double (*)(double), double, double);
double square(double x) { return x * x; }
double my__enzyme_autodiff_wrapper(double x) { return __enzyme_autodiff_d((void *)square, x); }
double f(int n, double x) { return n * x; }
//> __enzyme_autodiff(square, 3.0), __enzyme_autodiff_d((void *)square, 3.0), take__enzyme_fwddiff_(square, 3.0, 2.0) == 6, 6, 12
//> my__enzyme_autodiff_wrapper(4.0), __enzyme_autodiff(f, 4, 3.0) == 8, 4
//> ((double (*)(void *, double))__enzyme_autodiff_d)((void *)square, 5.0) == 10
