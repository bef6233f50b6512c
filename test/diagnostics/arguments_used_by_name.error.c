// RUN: enzyme-clang -O0 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -O2 -Xclang -verify -c %s -o %t.o
// RUN: enzyme-clang -Wno-enzyme-used-by-name -Werror -c %s -o %t.o
// RUN: not enzyme-clang -Werror=enzyme-used-by-name -c %s -o %t.o
// A variable that the request passes, and that the function uses by its name, is two memories to the
// derivative. Other members of a structure, integers, addresses and what is const are not meant.
extern int enzyme_const, enzyme_dup;
double __enzyme_autodiff(void *, ...);

double work[3], dwork[3];
static double reads(const double *x) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += x[i] * x[i] * work[i]; // expected-note {{used here}}
  return sum;
}
static double slopeOfReads(void) {
  return __enzyme_autodiff((void *)reads, enzyme_dup, work, dwork); // expected-warning {{'reads' uses 'work' by its name, which is parameter 1 of the request, too: to the derivative these are two memories, and what goes by the name does not reach the shadow that is passed; use it in one way only: as the parameter, or by its name without passing it; if the name stands for constants, -Wno-enzyme-used-by-name [ENZ0181]}}
}
__attribute__((noinline)) static double square(const double *x) { return *x * *x; }
static double handsOn(double *x, double y) {
  x[1] = y;
  return square(work + 1); // expected-note {{used here}}
}
static double slopeOfHandsOn(void) {
  double *address = work;
  return __enzyme_autodiff((void *)handsOn, enzyme_dup, address, dwork, 2.0); // expected-warning {{'handsOn' uses 'work' by its name}}
}

double *led, *dled;
static double leads(const double *x) { return x[0] * led[0]; } // expected-note {{used here}}
static double slopeOfLeads(void) {
  return __enzyme_autodiff((void *)leads, enzyme_dup, led, dled); // expected-warning {{'leads' uses 'led' by its name}}
}

struct state {
  double x[3], y[3];
  int count;
} state, dstate;
static double ofMember(const double *x) { return x[0] * state.y[0] * state.count; }
static double ofWhole(const struct state *s) {
  return s->x[0] * state.y[0]; // expected-note {{used here}}
}
static double slopesOfMembers(void) {
  return __enzyme_autodiff((void *)ofMember, enzyme_dup, state.x, dstate.x) +
         __enzyme_autodiff((void *)ofMember, enzyme_dup, &state.x[1], &dstate.x[1]) +
         __enzyme_autodiff((void *)ofWhole, enzyme_dup, &state, &dstate); // expected-warning {{'ofWhole' uses 'state' by its name}}
}

static _Thread_local double own[3], shadowOfOwn[3];
static double ofThread(const double *x) { return x[0] * own[1]; } // expected-note {{used here}}
static double slopeOfThread(void) {
  return __enzyme_autodiff((void *)ofThread, enzyme_dup, own, shadowOfOwn); // expected-warning {{'ofThread' uses 'own' by its name}}
}

// Who defines it knows how large it is.
struct hidden;
extern struct hidden unseen, shadowOfUnseen;
static double ofAnotherFile(const struct hidden *h) { return *(const double *)h; }

static double compares(const double *x) { return (x == work ? 2 : 3) * x[1] * state.count; }
static double ofConstant(const double *x, double y) { return x[0] * y + work[1]; }
static double scale = 3;
void *__enzyme_inactive_global_scale[] = {&scale};
static double inactive(const double *x) { return x[0] * scale; }
double slopes(void) {
  double d = 0;
  return slopeOfReads() + slopeOfHandsOn() + slopeOfLeads() + slopesOfMembers() +
         slopeOfThread() +
         __enzyme_autodiff((void *)ofAnotherFile, enzyme_dup, &unseen, &shadowOfUnseen) +
         __enzyme_autodiff((void *)compares, enzyme_dup, work, dwork) +
         __enzyme_autodiff((void *)ofConstant, enzyme_const, work, 2.0) +
         __enzyme_autodiff((void *)inactive, enzyme_dup, &scale, &d);
}
