// RUN: enzyme-clang -O2 -mllvm -enzyme-slow-notice=0 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -O2 -c %s -o %t.o 2>&1 | count 0
// Whoever waits for the compiler hears which function it is at; here after no time at all.
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; } // expected-remark {{differentiating 'square' has taken 0 s so far (starting); functions that carry no derivative can be marked inactive (__enzyme_inactivefn); -ftime-trace shows what takes the time [ENZ0160]}}
double slope(double x) { return __enzyme_autodiff((void *)square, x); }
