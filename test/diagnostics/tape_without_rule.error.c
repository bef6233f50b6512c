// RUN: not enzyme-clang -c %s -o %t.o 2>&1 | FileCheck %s
// Forward mode from a tape of a function whose registered rule makes no tape for it.
// CHECK: error: {{.*}}forward mode from a tape of 'square'{{.*}}[ENZ0070]
extern int enzyme_dup;
extern double __enzyme_fwdsplit(void *, ...);

__attribute__((noinline)) static double square(double x) { return x * x; }
typedef struct {
  double result;
} primal;
static primal augmented(double x) { return (primal){x * x}; }
static double reversed(double x, double seed) { return 2 * x * seed; }
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augmented, (void *)reversed};

double forward(double x, double dx, void *tape) {
  return __enzyme_fwdsplit((void *)square, enzyme_dup, x, dx, tape); // expected-error {{ENZ0070}}
}
