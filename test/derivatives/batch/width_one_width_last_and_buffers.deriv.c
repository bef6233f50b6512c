// A single lane; the width at the end of the call; lanes at a stride from a base, known only when
// the program runs, for parameters that are pointers and for parameters that are values.
#include "check.h"
extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer;
typedef struct {
  double a, b, c;
} Three;
typedef struct {
  double position[2];
  int tag;
} Particle;
double f(double x, double y) { return x * x + y; }
double radius(const Particle *p, double k) {
  return k * sqrt(p->position[0] * p->position[0] + p->position[1] * p->position[1]) + p->tag;
}
void scale(const double *x, double *y, double k) { *y = *x * k; }
double __enzyme_batch_1(void *, ...);
Three __enzyme_batch_3(void *, ...);
void __enzyme_batch_v(void *, ...);

CHECK_VALUES(one) {
  EXPECT_EXACT(__enzyme_batch_1((void *)f, enzyme_width, 1, 3.0, 1.0), 10);
  EXPECT_EXACT(__enzyme_batch_1((void *)f, 3.0, enzyme_scalar, 2.0, enzyme_width, 1), 11);
}

CHECK_VALUES(last) {
  Three r = __enzyme_batch_3((void *)f, 1.0, 2.0, 3.0, enzyme_scalar, 0.5, enzyme_width, 3);
  EXPECT_EXACT(r.a, 1.5);
  EXPECT_EXACT(r.b, 4.5);
  EXPECT_EXACT(r.c, 9.5);
}

CHECK_VALUES(buffers) {
  Particle p[3] = {{{3, 4}, 1}, {{6, 8}, 2}, {{5, 12}, 3}};
  double k[3] = {1, 2, 3};
  Three r = __enzyme_batch_3((void *)radius, enzyme_width, 3, enzyme_buffer, sizeof(Particle), p,
                             enzyme_buffer, 8, k);
  EXPECT_EXACT(r.a, 6);
  EXPECT_EXACT(r.b, 22);
  EXPECT_EXACT(r.c, 42);
  volatile long stride = -(long)sizeof(Particle);
  r = __enzyme_batch_3((void *)radius, enzyme_buffer, (long)stride, p + 2, enzyme_scalar, 1.0,
                       enzyme_width, 3);
  EXPECT_EXACT(r.a, 16);
  EXPECT_EXACT(r.c, 6);
  double x[6] = {1, 2, 3, 4, 5, 6}, y[6] = {0};
  __enzyme_batch_v((void *)scale, enzyme_width, 3, enzyme_buffer, 16, x, enzyme_buffer, 8, y,
                   enzyme_scalar, 2.0);
  EXPECT_EXACT(y[0], 2);
  EXPECT_EXACT(y[1], 6);
  EXPECT_EXACT(y[2], 10);
  EXPECT_EXACT(y[3], 0);
}
