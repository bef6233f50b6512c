// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// A function to be differentiated like another needs one that has a rule, and fits.
double __enzyme_autodiff(void *, ...);
__attribute__((enzyme_function_like("sine"))) double wave(double x) { return x; } // expected-error-re {{'wave' is to be differentiated like 'sine', but no rule for 'sine' fits its type; docs/rules.md{{.*}}ENZ0131}}
__attribute__((enzyme_function_like("atan2"))) double angle(double x) { return x; } // expected-error-re {{'angle' is to be differentiated like 'atan2', but no rule for 'atan2' fits its type{{.*}}ENZ0131}}
double f(double x) { return wave(x) + angle(x); }
double slope(double x) { return __enzyme_autodiff((void *)f, x); }
