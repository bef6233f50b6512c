// RUN: enzyme-clang -Xclang -verify -c %s -o %t.o
// A global variable that varies, and that a function behind a rule uses: the rule cannot know.
extern int enzyme_const;
double __enzyme_fwddiff(void *, ...);
typedef double (*Force)(double);
static double at(Force force, double x);
static double call(Force force, double x) { return force(x); }
static double at_forward(Force force, Force dForce, double x, double dx) {
  return dx * __enzyme_fwddiff((void *)call, enzyme_const, force, x, 1.0);
}
void *__enzyme_register_derivative_at[] = {(void *)at, (void *)at_forward};
__attribute__((noinline)) static double at(Force force, double x) { return force(x); }

static double stiffness = 1, offset = 2;
static double spring(double x) { return stiffness * x; }
static double shift(double x) { return offset + x; }
double deflection(double x) {
  stiffness = x;
  return at(spring, x); // expected-error-re {{a global variable with a derivative, used by a function whose derivative the rule of 'at' asks for, is not supported yet{{.*}}ENZ0070}}
}
double shifted(double x) { // the other one is not read
  stiffness = x;
  return at(shift, x);
}
double slope(void) {
  return __enzyme_fwddiff((void *)deflection, 2.0, 1.0) +
         __enzyme_fwddiff((void *)shifted, 2.0, 1.0);
}
