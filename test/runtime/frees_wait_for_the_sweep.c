// What was put off is freed when the tape is released, the latest first, each with its own arguments; what frees may
// put off and release more, or run while nothing else waits.
// RUN: enzyme-clang -O1 -I%toolchain/include %s -o %t && %t
// RUN: enzyme-clang -O1 -fsanitize=address -I%toolchain/include %s -o %t && %t
#include <assert.h>
#include <enzyme/runtime.h>
#include <stdint.h>
#include <stdlib.h>

enum { Most = 5000 };
static size_t freed[2 * Most], count;

static void *named(size_t name) { return (void *)(name + 1); } // no memory: what waits need not be any
static void one(void *name) { freed[count++] = (size_t)name - 1; }
static void two(void *name, size_t second) {
  assert(second == 3 * (size_t)name);
  one(name);
}
static void three(void *name, size_t second, size_t third) {
  assert(second == 5 * (size_t)name && third == 7 * (size_t)name);
  one(name);
}
static void putOff(size_t name) {
  size_t number = name + 1;
  if (name % 3 == 0)
    enzyme_rt_defer(named(name), one);
  else if (name % 3 == 1)
    enzyme_rt_defer2(named(name), two, 3 * number);
  else
    enzyme_rt_defer3(named(name), three, 5 * number, 7 * number);
}

// A derivative that runs while another one's blocks are freed.
static void runs(void *name) {
  enzyme_rt_mark_t mark;
  enzyme_rt_mark(&mark);
  for (size_t i = 0; i != 10; i++)
    putOff(1000000 + i);
  enzyme_rt_release(&mark);
  for (size_t i = 0; i != 10; i++)
    assert(freed[--count] == 1000000 + i);
  one(name);
}

static void leaves(void *name) {
  enzyme_rt_defer(named((size_t)name + 999999), one);
  one(name);
}

int main(void) {
  for (size_t most = 0; most < Most; most += 1 + most / 2) {
    enzyme_rt_mark_t outer, inner;
    enzyme_rt_mark(&outer);
    for (size_t i = 0; i != most; i++) {
      putOff(i);
      enzyme_rt_defer(NULL, one);
      enzyme_rt_alloc(i % 200);
    }
    enzyme_rt_mark(&inner);
    for (size_t i = 0; i != most; i++)
      enzyme_rt_defer(named(most + i), i % 2 ? runs : leaves);
    count = 0;
    enzyme_rt_release(&inner);
    size_t next = 0;
    for (size_t i = most; i--;) {
      assert(freed[next++] == most + i);
      if (i % 2 == 0)
        assert(freed[next++] == most + i + 1000000);
    }
    assert(count == next);
    count = 0;
    enzyme_rt_release(&outer);
    assert(count == most);
    for (size_t i = 0; i != most; i++)
      assert(freed[i] == most - 1 - i);
  }

  enzyme_rt_mark_t mark;
  enzyme_rt_mark(&mark);
  for (size_t i = 0; i != Most; i++)
    enzyme_rt_defer(malloc(1 + i % 300), i % 2 ? free : enzyme_rt_give_block);
  enzyme_rt_release(&mark);
}
