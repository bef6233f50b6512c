// An adjoint of which only some bytes arrive stops the program at the end of the thread where it
// happens, also where no tape is kept. One that becomes whole is added.
// RUN: enzyme-clang -O2 -pthread -I%toolchain/include %s -o %t
// RUN: %t 8 | FileCheck %s
// RUN: not %t 3 2>&1 | FileCheck --check-prefix=PART %s
// CHECK: 1.35 0
// CHECK: joined
// PART: an adjoint arrives in part
// PART-NOT: joined
#include <enzyme/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *moveBytes(void *count) {
  double adjoint = 0.1, there = 1.25; // of a copy, and of what was copied
  for (int i = 0; i < *(int *)count; i++)
    enzyme_rt_pull_raw((char *)&adjoint + i, (char *)&there + i, 1, ENZYME_RT_DOUBLE, 0);
  printf("%g %g\n", there, adjoint);
  return NULL;
}

int main(int argc, char **argv) {
  int bytes = atoi(argv[1]);
  pthread_t thread;
  if (argc != 2 || pthread_create(&thread, NULL, moveBytes, &bytes))
    return 1;
  pthread_join(thread, NULL);
  puts("joined");
  fflush(stdout);
  _Exit(0); // nobody looks again at the end
}
