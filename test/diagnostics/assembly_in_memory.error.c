// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// Assembly that reads and writes memory.
double __enzyme_autodiff(void *, ...);

double inMemory(double x) { // expected-note {{while differentiating 'inMemory'}}
  __asm__("fldl %0; fsqrt; fstpl %0" : "+m"(x)); // expected-error {{'inMemory' cannot be differentiated: it contains inline assembly that touches memory}}
  return x;
}
double a(void) { return __enzyme_autodiff((void *)inMemory, 3.0); } // expected-note {{requested here}}

double storedNumber(double x) { // expected-note {{while differentiating 'storedNumber'}}
  double y;
  __asm__("fistpll %0" : "=m"(y) : "t"(x) : "st"); // expected-error {{'storedNumber' cannot be differentiated: it contains inline assembly that touches memory}}
  return y;
}
double b(void) { return __enzyme_autodiff((void *)storedNumber, 3.0); } // expected-note {{requested here}}
