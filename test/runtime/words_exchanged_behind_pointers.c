// A word that is exchanged at once may be a number, where no caller says what the memory holds: the
// program stops when it comes there. It is not taken for an integer.
// RUN: enzyme-clang %s -o %t && not %t 2>&1 | FileCheck %s && %t other
// CHECK: enzyme: a function pointer led to 'exchanged', which cannot be differentiated
// CHECK-SAME: 'atomicrmw'
extern double __enzyme_autodiff(void *, double);
typedef void (*mover)(void *, void *);

static void exchanged(void *to, void *from) {
  unsigned long *source = from;
  *source = __atomic_exchange_n((unsigned long *)to, *source, __ATOMIC_RELAXED);
}
static void moved(void *to, void *from) { *(unsigned long *)to = *(unsigned long *)from; }
static const mover movers[2] = {exchanged, moved};
int which;

double words(double x) {
  double from = x * x, to = x;
  movers[which](&to, &from);
  return to * from;
}

int main(int count, char **arguments) {
  which = count - 1;
  return __enzyme_autodiff((void *)words, 3.0) != 108; // of x^4
}
