// RUN: enzyme-clang -Xclang -verify -fno-enzyme-carry -c %s -o %t.o
// RUN: enzyme-clang -O2 -Xclang -verify -fno-enzyme-carry -c %s -o %t.o
// Integers that a function without a body returns may be bits of a float, alone or as what a structure is passed in;
// not where they are used as numbers.
struct pair { float a; int b; };
__attribute__((const)) struct pair pairOf(float);
__attribute__((const)) int bitsOf(float);
__attribute__((const)) float floatOf(int);
__attribute__((pure)) int place(const float *, int);
float __enzyme_autodiff(void *, ...);
float __enzyme_fwddiff(void *, ...);

float f(float x) {
  struct pair p = pairOf(x); // expected-note {{'pairOf' is called from 'f' here}}
  return p.a * p.b;
}
float g(float x) { // expected-note {{while differentiating 'g'}}
  int bits = bitsOf(x); // expected-error-re {{no derivative is known for 3 functions: 'bitsOf', 'floatOf', 'pairOf'{{.*}}ENZ0060}} expected-note {{'bitsOf' is called from 'g' here}}
  float y;
  __builtin_memcpy(&y, &bits, sizeof y);
  return y;
}
float h(float x) {
  int bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  return floatOf(bits); // expected-note {{'floatOf' is called from 'h' here}}
}
float indexed(float x) {
  float a[4] = {1, x, x * x, 3};
  return a[place(a, 4)] * x;
}
float df(float x) { return __enzyme_autodiff((void *)f, x); }
float dg(float x) { return __enzyme_autodiff((void *)g, x); } // expected-note {{requested here}}
float dh(float x) { return __enzyme_fwddiff((void *)h, x, 1.0f); }
float di(float x) { return __enzyme_autodiff((void *)indexed, x); }
