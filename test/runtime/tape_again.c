// A large tape is made of the pages of the one before: the second costs next to no page faults.
// RUN: enzyme-clang -O2 -I%toolchain/include %s -o %t && %t | FileCheck %s
#include <enzyme/runtime.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/resource.h>

enum { Bytes = 100 << 20, Page = 4096 };

static long pageFaults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/// Of a tape of `pieces`, all of whose pages are written; it holds what was written.
static long faultsOfTape(int pieces) {
  static char *memory[100];
  long before = pageFaults();
  enzyme_rt_mark_t mark;
  enzyme_rt_mark(&mark);
  for (int p = 0; p < pieces; p++) {
    memory[p] = enzyme_rt_alloc(Bytes / pieces);
    for (int i = 0; i < Bytes / pieces; i += Page)
      memory[p][i] = (char)(i / Page + p);
  }
  long wrong = 0;
  for (int p = 0; p < pieces; p++)
    for (int i = 0; i < Bytes / pieces; i += Page)
      wrong += memory[p][i] != (char)(i / Page + p);
  enzyme_rt_release(&mark);
  return wrong ? -1 : pageFaults() - before;
}

static void repeat(int pieces) {
  long first = faultsOfTape(pieces), second = faultsOfTape(pieces), third = faultsOfTape(pieces);
  printf("right: %d\n", first >= 0 && second >= 0 && third >= 0);
  printf("again: %d\n", first >= 20 && second < 16 && third < 16);
  printf("%ld %ld %ld, in use: %zu\n", first, second, third, enzyme_rt_tape_bytes());
}

static void *inThread(void *pieces) {
  repeat(*(int *)pieces);
  return NULL;
}

int main(void) {
  int many = 100;
  repeat(1);
  pthread_t thread; // with a tape of its own
  pthread_create(&thread, NULL, inThread, &many);
  pthread_join(thread, NULL);
}
// CHECK: right: 1
// CHECK: again: 1
// CHECK: in use: 0
// CHECK: right: 1
// CHECK: again: 1
// CHECK: in use: 0
