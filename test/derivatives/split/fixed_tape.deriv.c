// A tape of fixed size lies where the program says: in its own memory, at any
// address, moved about like other data, or in the result by value.
#include "check.h"

extern int enzyme_allocated, enzyme_tape;
typedef struct {
  double a, b;
} Two;
typedef struct {
  char tape[32];
  double p;
} Big;
typedef struct {
  double tape[2];
  double p;
} Small;
extern double __enzyme_augmentfwd_in(void *, ...);
extern void __enzyme_augmentfwd_void(void *, ...);
extern Big __enzyme_augmentfwd_big(void *, ...);
extern Small __enzyme_augmentfwd_small(void *, ...);
extern Two __enzyme_reverse_two(void *, ...);
extern void __enzyme_reverse_void(void *, ...);
extern double __enzyme_reverse(void *, ...);
extern long __enzyme_augmentsize(void *, ...);
extern unsigned char __enzyme_augmentsize_char(void *, ...);

static double values(double x, double y) { return sin(x) * y; }
static double loops(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s = s * x[i] + sin(s);
  return s;
}
static long double wider(long double x) { return sinl(x) * expl(x); }

CHECK_VALUES(in_memory) {
  char memory[64];
  double p = __enzyme_augmentfwd_in((void *)values, enzyme_allocated, 64, enzyme_tape, memory, 1.0, 2.0);
  EXPECT_CLOSE(p, 2 * sin(1), 1e-14);
  Two d = __enzyme_reverse_two((void *)values, enzyme_allocated, 64, enzyme_tape, memory, 1.0, 2.0);
  EXPECT_CLOSE(d.a, 2 * cos(1), 1e-14); // no seed: 1
  EXPECT_CLOSE(d.b, sin(1), 1e-14);
  d = __enzyme_reverse_two((void *)values, 1.0, 2.0, 10.0, enzyme_allocated, 64, enzyme_tape, memory);
  EXPECT_CLOSE(d.a, 20 * cos(1), 1e-14);
}

CHECK_VALUES(of_the_size_asked_for) {
  char memory[__enzyme_augmentsize((void *)values, enzyme_out, enzyme_out)];
  __enzyme_augmentfwd_in((void *)values, enzyme_allocated,
                         __enzyme_augmentsize((void *)values, enzyme_out, enzyme_out), enzyme_tape, memory, 1.0, 2.0);
  Two d = __enzyme_reverse_two((void *)values, enzyme_allocated,
                               __enzyme_augmentsize((void *)values, enzyme_out, enzyme_out), enzyme_tape, memory,
                               1.0, 2.0);
  EXPECT_CLOSE(d.a, 2 * cos(1), 1e-14);
  EXPECT_TRUE(sizeof memory == __enzyme_augmentsize_char((void *)values, enzyme_out, enzyme_out));
}

CHECK_VALUES(at_any_address_and_moved) {
  double x[5] = {0.1, 0.2, 0.3, 0.4, 0.5}, dx[5] = {0}, expected[5] = {0};
  __enzyme_autodiff_checkv((void *)loops, enzyme_dup, x, expected, enzyme_const, 5);
  char memory[40], elsewhere[48];
  double s = __enzyme_augmentfwd_in((void *)loops, enzyme_allocated, 24, enzyme_tape, memory + 3, x, dx, 5);
  EXPECT_EXACT(s, loops(x, 5));
  memcpy(elsewhere + 5, memory + 3, 24);
  memset(memory, 0xff, sizeof memory);
  __enzyme_reverse_void((void *)loops, enzyme_nofree, enzyme_allocated, 24, enzyme_tape, elsewhere + 5, x, dx, 5, 0.5);
  __enzyme_reverse_void((void *)loops, enzyme_allocated, 24, enzyme_tape, elsewhere + 5, x, dx, 5, 0.5);
  for (int i = 0; i < 5; i++)
    EXPECT_CLOSE(dx[i], expected[i], 1e-14);
}

CHECK_VALUES(by_value) {
  Big big = __enzyme_augmentfwd_big((void *)values, enzyme_allocated, 32, 1.0, 2.0), moved;
  EXPECT_CLOSE(big.p, 2 * sin(1), 1e-14);
  moved = big;
  memset(&big, 0xff, sizeof big);
  struct {
    char tape[32];
  } tape;
  memcpy(&tape, moved.tape, 32);
  Two d = __enzyme_reverse_two((void *)values, enzyme_allocated, 32, 1.0, 2.0, 10.0, tape);
  EXPECT_CLOSE(d.a, 20 * cos(1), 1e-14);
  EXPECT_CLOSE(d.b, 10 * sin(1), 1e-14);
}

CHECK_VALUES(by_value_in_pieces) {
  Small small = __enzyme_augmentfwd_small((void *)values, enzyme_allocated, 16, 1.0, 2.0);
  EXPECT_CLOSE(small.p, 2 * sin(1), 1e-14);
  Two tape = {small.tape[0], small.tape[1]};
  Two d = __enzyme_reverse_two((void *)values, enzyme_allocated, 16, 1.0, 2.0, 10.0, tape);
  EXPECT_CLOSE(d.a, 20 * cos(1), 1e-14);
}

extern long double __enzyme_augmentfwd_wide(void *, ...), __enzyme_reverse_wide(void *, ...), __enzyme_autodiff_wide(void *, ...);
CHECK_VALUES(wide_numbers_at_odd_addresses) {
  char memory[100];
  long double p = __enzyme_augmentfwd_wide((void *)wider, enzyme_allocated, 90, enzyme_tape, memory + 1, 0.5L);
  EXPECT_EXACT(p, wider(0.5L));
  EXPECT_EXACT(__enzyme_reverse_wide((void *)wider, enzyme_allocated, 90, enzyme_tape, memory + 1, 0.5L),
               __enzyme_autodiff_wide((void *)wider, 0.5L));
}
