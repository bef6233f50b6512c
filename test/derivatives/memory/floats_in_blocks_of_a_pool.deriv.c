// A pool keeps its free blocks in a list whose links lie in the blocks, and floats lie there
// afterwards: what the shadow had as addresses is no adjoint.
#include "check.h"
typedef struct block {
  struct block *next;
} block;
typedef struct {
  block *free;
  char *memory;
} pool;
typedef struct {
  float low, high, left, right;
} box;
enum { Blocks = 8, Bytes = 16 };

NOINLINE static void give(pool *p, void *memory) {
  block *b = memory;
  b->next = p->free;
  p->free = b;
}
NOINLINE static void *take(pool *p) {
  block *b = p->free;
  p->free = b->next;
  return b;
}
NOINLINE static void fill(pool *p) {
  p->memory = malloc(Blocks * Bytes);
  p->free = 0;
  for (int i = 0; i < Blocks; i++)
    give(p, p->memory + Bytes * i);
}
static void byMember(box *b, const double *x) {
  b->low = x[0] * x[1];
  b->high = x[1] * x[1];
  b->left = x[0];
  b->right = x[1];
}
static void asWhole(box *b, const double *x) {
  box own = {x[0] * x[1] * 2, x[1] * x[1], x[0], x[1]};
  *b = own;
}
static void (*volatile ways[])(box *, const double *) = {byMember, asWhole};

double f(const double *x) {
  pool p;
  fill(&p);
  double sum = x[0];
  for (int i = 0; i < 4; i++) { // the blocks are used again
    box *one = take(&p), *other = take(&p), *copy = take(&p);
    ways[i % 2](one, x);
    ways[1 - i % 2](other, x);
    *copy = *other;
    sum += (double)one->low * other->high + copy->low * copy->low;
    give(&p, copy);
    give(&p, one);
    box moved;
    memcpy(&moved, other, sizeof moved);
    sum += moved.low * moved.right * (i + 1);
    give(&p, other);
  }
  free(p.memory);
  return sum * 1e-3 + x[0] * x[1];
}
CHECK_VALUES(pooled) {
  double x[2] = {0.5, -1.25}, gradient[2] = {0, 0};
  __enzyme_autodiff_checkv((void *)f, enzyme_dup, x, gradient);
  for (int i = 0; i < 2; i++) {
    double direction[2] = {i == 0, i == 1};
    checkPair pair = __enzyme_fwddiff_checks((void *)f, enzyme_primal_return, enzyme_dup, x, direction);
    EXPECT_CLOSE(gradient[i], pair.tangent, 1e-6);
  }
}
