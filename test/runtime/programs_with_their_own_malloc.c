// RUN: clang -O2 -fno-builtin -DIS_MALLOC -c %s -o %t.o
// RUN: enzyme-clang -O2 %s %t.o -o %t && %t
// A program that replaces malloc need not replace what asks for a block's size: the C library's
// own would read memory that it did not lay out, so derivatives keep no blocks to use again.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern size_t freed;
#ifdef IS_MALLOC
static _Alignas(16) char pool[1 << 27];
static size_t taken;
size_t freed;
void *malloc(size_t bytes) {
  size_t whole = (bytes + 31) / 16 * 16; // what lies before a block looks as it does in the GNU C library
  size_t *block = (size_t *)(pool + taken) + 2;
  block[-1] = whole | 1;
  taken += whole;
  assert(taken <= sizeof pool);
  return block;
}
void free(void *block) { freed += block != NULL; }
void *calloc(size_t count, size_t each) { return memset(malloc(count * each), 0, count * each); }
void *realloc(void *block, size_t bytes) {
  void *larger = malloc(bytes);
  return block ? memcpy(larger, block, bytes) : larger;
}
#else

static double squares(double x, int n) {
  double **blocks = malloc(n * sizeof *blocks), sum = 0;
  for (int i = 0; i < n; i++) {
    blocks[i] = malloc(sizeof **blocks);
    *blocks[i] = i * x;
  }
  for (int i = 0; i < n; i++) {
    sum += *blocks[i] * *blocks[i];
    free(blocks[i]);
  }
  free(blocks);
  return sum;
}
double __enzyme_autodiff(void *, ...);

int main(void) {
  for (int round = 0; round < 3; round++)
    assert(__enzyme_autodiff((void *)squares, 2.0, 10) == 1140);
  assert(freed >= 30);
}
#endif
