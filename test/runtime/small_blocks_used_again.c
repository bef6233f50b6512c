// Small blocks that derivatives free are taken again, whoever allocated them, if they are large enough; the
// program may free what was taken.
// RUN: enzyme-clang -O1 -I%toolchain/include %s -o %t -lpthread && %t | FileCheck %s
// RUN: enzyme-clang -O1 -fsanitize=address -DIS_WATCHED -I%toolchain/include %s -o %t && env ASAN_OPTIONS=allocator_may_return_null=1 %t
#include <assert.h>
#include <enzyme/runtime.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { Largest = 6000, Count = 3000 };

// Each block holds what was asked for, and no two are one.
static void takeAll(void **blocks, size_t (*sizeOf)(size_t)) {
  for (size_t i = 0; i != Count; i++) {
    blocks[i] = enzyme_rt_take_block(sizeOf(i));
    assert(malloc_usable_size(blocks[i]) >= sizeOf(i) && (uintptr_t)blocks[i] % 16 == 0);
    memset(blocks[i], (int)i, sizeOf(i));
  }
  for (size_t i = 0; i != Count; i++)
    for (size_t j = 0; j != sizeOf(i); j++)
      assert(((unsigned char *)blocks[i])[j] == (unsigned char)i);
}

static size_t increasing(size_t i) { return i % Largest; }
static size_t decreasing(size_t i) { return (Count - i) % Largest; }

static void *inThread(void *shared) {
  void *blocks[Count];
  takeAll(blocks, increasing);
  for (size_t i = 0; i != Count; i++)
    enzyme_rt_give_block(blocks[i]);
  enzyme_rt_give_block(shared); // of another thread
  return NULL;
}

int main(void) {
  void *first = malloc(136), *large = malloc(100000);
  enzyme_rt_give_block(first);
  void *second = enzyme_rt_take_block(130);
  enzyme_rt_give_block(memset(second, 1, 130));
  second = enzyme_rt_take_cleared(17, 8);
  for (int i = 0; i != 136; i++)
    assert(((char *)second)[i] == 0);
  enzyme_rt_give_block(large);
#ifndef IS_WATCHED
  printf("again: %d\n", first == second);
#endif
  volatile size_t tooMany = SIZE_MAX / 4;
  assert(!enzyme_rt_take_cleared(tooMany, 8));
  second = realloc(second, 3000);
  free(second);

  static void *blocks[Count];
  for (int round = 0; round != 3; round++) {
    takeAll(blocks, round % 2 ? decreasing : increasing);
    for (size_t i = 0; i != Count; i++)
      (i % 3 ? enzyme_rt_give_block : free)(blocks[i]);
    for (size_t i = 0; i != Count; i++)
      enzyme_rt_give_block(i % 2 ? malloc(i) : aligned_alloc(64, 64 * (1 + i % 4)));
  }
  enzyme_rt_give_block(NULL);

  // Several at once, of every size, some of them null or of another size.
  for (size_t bytes = 1; bytes < Largest; bytes += 1 + bytes / 4) {
    void *lanes[20];
    enzyme_rt_take_blocks(lanes, 9, bytes);
    enzyme_rt_take_blocks(lanes + 9, 11, bytes);
    for (size_t i = 0; i != 20; i++) {
      assert(malloc_usable_size(lanes[i]) >= bytes);
      memset(lanes[i], 1 + (int)i, bytes);
    }
    enzyme_rt_clear_blocks(lanes + 1, 7, bytes);
    for (size_t i = 0; i != 20; i++)
      for (size_t j = 0; j != bytes; j++)
        assert(((char *)lanes[i])[j] == (i >= 1 && i < 8 ? 0 : 1 + (int)i));
    free(lanes[3]), free(lanes[9]), free(lanes[12]);
    lanes[3] = NULL, lanes[9] = malloc(bytes + 64), lanes[12] = malloc(100000);
    enzyme_rt_give_blocks(lanes, 9);
    enzyme_rt_give_blocks(lanes + 9, 11);
  }

  // Objects of several sizes and without memory, given back together.
  void *objects[32] = {NULL};
  for (int i = 0; i != 27; i++)
    objects[i + i / 9] = enzyme_rt_take_block(i < 9 ? 100 : i < 18 ? 5000 : 700);
  void *small = objects[8], *medium = objects[28];
  enzyme_rt_give_blocks(objects, 32);
#ifndef IS_WATCHED
  printf("of both sizes: %d %d\n", enzyme_rt_take_block(100) == small, enzyme_rt_take_block(700) == medium);
#endif

  pthread_t thread;
  pthread_create(&thread, NULL, inThread, enzyme_rt_take_block(100));
  pthread_join(thread, NULL);
}
// CHECK: again: 1
// CHECK-NEXT: of both sizes: 1 1
