// The peak of the tape is the bytes of values on it, not of the memory it grew by, and can be forgotten.
// RUN: enzyme-clang -O2 -I%toolchain/include %s -o %t && %t | FileCheck %s
#include <enzyme/runtime.h>
#include <stdio.h>

static size_t peakOf(int times, size_t bytes) {
  enzyme_rt_mark_t mark;
  enzyme_rt_mark(&mark);
  for (int i = 0; i < times; i++)
    enzyme_rt_alloc(bytes);
  enzyme_rt_release(&mark);
  return enzyme_rt_tape_peak();
}

int main(void) {
  printf("nothing yet: %zu\n", enzyme_rt_tape_peak());
  printf("small: %zu\n", peakOf(1, 48));
  printf("many chunks: %zu\n", peakOf(1000, 4096));
  printf("smaller again: %zu\n", peakOf(1, 48));
  enzyme_rt_tape_forget_peak();
  printf("forgotten: %zu\n", enzyme_rt_tape_peak());
  printf("of large pages: %zu\n", peakOf(3, 10000000));
  enzyme_rt_tape_forget_peak();

  // Still on the tape is in use too.
  enzyme_rt_mark_t mark;
  enzyme_rt_mark(&mark);
  enzyme_rt_alloc(1600);
  printf("held: %zu\n", enzyme_rt_tape_peak());
  enzyme_rt_release(&mark);
  printf("memory after all: %zu\n", enzyme_rt_tape_bytes());
}
// CHECK: nothing yet: 0
// CHECK: small: 48
// CHECK: many chunks: 4096000
// CHECK: smaller again: 4096000
// CHECK: forgotten: 0
// CHECK: of large pages: 30000000
// CHECK: held: 1600
// CHECK: memory after all: 0
