// Pools of one's own keep their free blocks in lists whose links lie in the blocks, and numbers lie
// there afterwards: heads in registers, structures by value, globals; links as pointers and
// indices.
#include "check.h"
#include <stdint.h>

typedef struct blockInRegister {
  struct blockInRegister *next;
} blockInRegister;
NOINLINE static blockInRegister *fillInRegister(char *m, int n) {
  blockInRegister *l = 0;
  for (int i = 0; i < n; i++) {
    blockInRegister *b = (blockInRegister *)(m + 16 * i);
    b->next = l;
    l = b;
  }
  return l;
}
double inRegister(const double *x, int n) {
  char *m = malloc(16 * 8);
  blockInRegister *head = fillInRegister(m, 8);
  double sum = 0;
  for (int i = 0; i < 5; i++) {
    blockInRegister *b = head;
    head = b->next;
    double *d = (double *)b;
    d[0] = x[i % n] * x[0];
    d[1] = d[0] * x[1];
    sum += d[1] * d[0];
    blockInRegister *back = (blockInRegister *)d;
    back->next = head;
    head = back;
  }
  free(m);
  return sum;
}
CHECK_FUNCTION_N(inRegister, 2, 3, 2);

typedef struct blockByValue {
  struct blockByValue *next;
} blockByValue;
typedef struct {
  blockByValue *free;
  double *memory;
} poolByValue;
NOINLINE static poolByValue fillByValue(void) {
  poolByValue p = {0, malloc(16 * 8)};
  for (int i = 0; i < 8; i++) {
    blockByValue *b = (blockByValue *)(p.memory + 2 * i);
    b->next = p.free;
    p.free = b;
  }
  return p;
}
NOINLINE static double runByValue(poolByValue p, const double *x, int n) {
  double s = 0;
  for (int i = 0; i < 6; i++) {
    double *d = (double *)p.free;
    p.free = p.free->next;
    d[0] = x[i % n] * (i + 1);
    d[1] = x[0];
    s += d[0] * d[0] * d[1];
    blockByValue *b = (blockByValue *)d;
    b->next = p.free;
    p.free = b;
  }
  return s;
}
double byValue(const double *x, int n) {
  poolByValue p = fillByValue();
  double s = runByValue(p, x, n);
  free(p.memory);
  return s;
}
CHECK_FUNCTION_N(byValue, 2, 3, 2);

typedef struct blockInGlobal {
  struct blockInGlobal *next;
} blockInGlobal;
static blockInGlobal *headInGlobal;
static double memoryInGlobal[32];
NOINLINE static void *takeInGlobal(void) {
  blockInGlobal *b = headInGlobal;
  headInGlobal = b->next;
  return b;
}
NOINLINE static void giveInGlobal(void *m) {
  blockInGlobal *b = m;
  b->next = headInGlobal;
  headInGlobal = b;
}
double inGlobal(const double *x, int n) {
  headInGlobal = 0;
  for (int i = 0; i < 16; i++)
    giveInGlobal(memoryInGlobal + 2 * i);
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    double *a = takeInGlobal(), *b = takeInGlobal();
    a[0] = x[i % n];
    a[1] = x[0] * a[0];
    b[0] = a[1] * a[0];
    b[1] = b[0];
    giveInGlobal(a);
    sum += b[0] * b[1];
    double *c = takeInGlobal();
    c[0] = sum;
    c[1] = c[0] * x[1];
    sum = c[1];
    giveInGlobal(c);
    giveInGlobal(b);
  }
  return sum * 1e-3;
}
CHECK_FUNCTION_N(inGlobal, 2, .3, .2);

typedef union {
  int next;
  double number;
} cellByIndex;
typedef struct {
  cellByIndex cells[8];
  int head;
} poolByIndex;
NOINLINE static int takeByIndex(poolByIndex *p) {
  int i = p->head;
  p->head = p->cells[i].next;
  return i;
}
NOINLINE static void giveByIndex(poolByIndex *p, int i) {
  p->cells[i].next = p->head;
  p->head = i;
}
double byIndex(const double *x, int n) {
  poolByIndex p = {.head = -1};
  for (int i = 0; i < 8; i++)
    giveByIndex(&p, i);
  double sum = 0;
  for (int i = 0; i < 5; i++) {
    int a = takeByIndex(&p), b = takeByIndex(&p);
    p.cells[a].number = x[i % n] * x[0];
    p.cells[b].number = p.cells[a].number * x[1];
    sum += p.cells[b].number * p.cells[a].number;
    giveByIndex(&p, a);
    giveByIndex(&p, b);
  }
  return sum;
}
CHECK_FUNCTION_N(byIndex, 2, 3, 2);

typedef union {
  int64_t next;
  double number;
} cellByLongIndex;
static cellByLongIndex cellsByLongIndex[8];
static int64_t headByLongIndex;
NOINLINE static int64_t takeByLongIndex(void) {
  int64_t i = headByLongIndex;
  headByLongIndex = cellsByLongIndex[i].next;
  return i;
}
NOINLINE static void giveByLongIndex(int64_t i) {
  cellsByLongIndex[i].next = headByLongIndex;
  headByLongIndex = i;
}
double byLongIndex(const double *x, int n) {
  headByLongIndex = -1;
  for (int i = 0; i < 8; i++)
    giveByLongIndex(i);
  double sum = 0;
  for (int i = 0; i < 5; i++) {
    int64_t a = takeByLongIndex(), b = takeByLongIndex();
    cellsByLongIndex[a].number = x[i % n] * x[0];
    cellsByLongIndex[b].number = cellsByLongIndex[a].number * x[1];
    sum += cellsByLongIndex[b].number * cellsByLongIndex[a].number;
    giveByLongIndex(a);
    giveByLongIndex(b);
  }
  return sum;
}
CHECK_FUNCTION_N(byLongIndex, 2, 3, 2);

typedef union slotUnionWithLink {
  union slotUnionWithLink *next;
  double number;
} slotUnionWithLink;
double unionWithLink(const double *x, int n) {
  slotUnionWithLink *m = malloc(8 * sizeof *m), *head = 0;
  for (int i = 0; i < 8; i++) {
    m[i].next = head;
    head = &m[i];
  }
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    slotUnionWithLink *a = head;
    head = a->next;
    slotUnionWithLink *b = head;
    head = b->next;
    a->number = x[i % n] * x[0];
    b->number = a->number * a->number;
    sum += b->number * x[1];
    a->next = head;
    head = a;
    if (i % 2) {
      b->next = head;
      head = b;
    }
  }
  free(m);
  return sum;
}
CHECK_FUNCTION_N(unionWithLink, 2, 3, 2);

typedef struct nodeThroughAnotherType {
  double v;
  struct nodeThroughAnotherType *next;
} nodeThroughAnotherType;
typedef struct {
  nodeThroughAnotherType *free, *used;
} listsThroughAnotherType;
NOINLINE static nodeThroughAnotherType *getThroughAnotherType(listsThroughAnotherType *l) {
  nodeThroughAnotherType *a = l->free;
  if (a)
    l->free = *(nodeThroughAnotherType **)a;
  else
    a = malloc(sizeof *a);
  return a;
}
NOINLINE static void dropThroughAnotherType(listsThroughAnotherType *l, nodeThroughAnotherType *a) {
  *(nodeThroughAnotherType **)a = l->free;
  l->free = a;
}
double throughAnotherType(const double *x, int n) {
  listsThroughAnotherType l = {0, 0};
  double sum = 0;
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < 4; i++) {
      nodeThroughAnotherType *a = getThroughAnotherType(&l);
      a->v = x[i % n] * (r + 1) + sum;
      a->next = l.used;
      l.used = a;
    }
    while (l.used) {
      nodeThroughAnotherType *a = l.used;
      l.used = a->next;
      sum += a->v * a->v * 1e-2;
      dropThroughAnotherType(&l, a);
    }
  }
  while (l.free) {
    nodeThroughAnotherType *a = l.free;
    l.free = *(nodeThroughAnotherType **)a;
    free(a);
  }
  return sum;
}
CHECK_FUNCTION_N(throughAnotherType, 2, 3, 2);
