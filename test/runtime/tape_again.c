// A large tape is made of the pages of the one before: the second costs next to no page faults.
// RUN: enzyme-clang -O2 -I%toolchain/include %s -o %t && %t | FileCheck %s
#include <enzyme/runtime.h>
#include <stdio.h>
#include <sys/resource.h>

enum { Bytes = 100 << 20, Page = 4096 };

static long pageFaults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/// Of a tape all of whose pages are written; it holds what was written.
static long faultsOfTape(void) {
  long before = pageFaults();
  enzyme_rt_mark_t mark;
  enzyme_rt_mark(&mark);
  char *memory = enzyme_rt_alloc(Bytes);
  for (int i = 0; i < Bytes; i += Page)
    memory[i] = (char)(i / Page);
  long wrong = 0;
  for (int i = 0; i < Bytes; i += Page)
    wrong += memory[i] != (char)(i / Page);
  enzyme_rt_release(&mark);
  return wrong ? -1 : pageFaults() - before;
}

int main(void) {
  long first = faultsOfTape(), second = faultsOfTape(), third = faultsOfTape();
  printf("right: %d\n", first >= 0 && second >= 0 && third >= 0);
  printf("again: %d\n", first >= 20 && second < first / 4 && third < first / 4);
  printf("%ld %ld %ld, in use: %zu\n", first, second, third, enzyme_rt_tape_bytes());
}
// CHECK: right: 1
// CHECK: again: 1
// CHECK: in use: 0
