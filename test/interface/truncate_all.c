// The option -enzyme-truncate-all: all functions of the file compute in the formats given.
// flags: -mllvm -enzyme-truncate-all=11-52to8-7;32to16
double __enzyme_autodiff(void *, ...);
__attribute__((noinline)) double third(double x) { return x / 3; }
__attribute__((noinline)) float thirdFloat(float x) { return x / 3; }
double cube(double x) { return x * x * x; }
volatile double one = 1;
// Comparisons and conversions compute too: only the bits tell what a number is.
long bits(double x) { union { double d; long l; } u = {x}; return u.l; }
long bitsFloat(float x) { union { float f; int i; } u = {x}; return u.i; }
//> bits(third(one)) - bits(0x1.56p-2), bitsFloat(thirdFloat((float)one)) - bitsFloat(0x1.554p-2f) == 0, 0
//> bits(cube(one * 1.1)) & 0x1fffffffffff, bits(__enzyme_autodiff((void *)cube, (double)one)) - bits(3) == 0, 0
