// Eight lanes take, clear and give back their blocks together: what allocates aligns and notes where the block begins, grows from
// nothing, takes no memory for size 0, or keeps a count; members of the caller's shadows are freed, and what is made is freed by
// the caller, lane by lane. Each lane is the derivative of width 1.
#include "check.h"
#include <stdint.h>
enum { lanes = 8, numbers = 6 };
extern int enzyme_dupv;

typedef struct {
  double *data;
  long size;
} Vector;

__attribute__((noinline)) static void *alignedBlock(size_t bytes) {
  char *block = malloc(bytes + 64);
  if (!block)
    return NULL;
  void **aligned = (void **)(((uintptr_t)block & ~(uintptr_t)63) + 64);
  aligned[-1] = block;
  return aligned;
}
__attribute__((noinline)) static void freeAligned(void *aligned) {
  if (aligned)
    free(((void **)aligned)[-1]);
}

static int taken;
__attribute__((noinline)) static void *countedBlock(size_t bytes) {
  if (bytes == 0)
    return NULL;
  taken++;
  return malloc(bytes);
}
__attribute__((noinline)) static void freeCounted(void *block) {
  if (block)
    taken--;
  free(block);
}

__attribute__((noinline)) static void resize(Vector *v, long size) {
  if (v->size != size) {
    freeAligned(v->data);
    v->data = size > 0 ? alignedBlock((size_t)size * sizeof(double)) : NULL;
    v->size = size;
  }
}

// Results of every size, from nothing and back to it.
static double grows(const double *x, long most) {
  Vector v = {NULL, 0};
  double sum = 0;
  for (long size = 0; size < most; size++) {
    resize(&v, size * 7 % most);
    for (long i = 0; i < v.size; i++)
      v.data[i] = x[i % numbers] * x[(i + size) % numbers];
    for (long i = 0; i < v.size; i++)
      sum += sin(v.data[i]);
    double *counted = countedBlock((size_t)v.size * sizeof(double));
    for (long i = 0; i < v.size; i++)
      counted[i] = sum * v.data[i];
    for (long i = 0; i < v.size; i++)
      sum += 0.1 * counted[i];
    freeCounted(counted);
  }
  resize(&v, 0);
  return sum;
}

// Objects of several sizes that are freed together, some of which have no memory.
static double together(const double *x, long one, long other, long third) {
  Vector v = {NULL, 0}, w = {NULL, 0}, u = {NULL, 0};
  resize(&v, one), resize(&w, other), resize(&u, third);
  double *plain = one > 2 ? malloc((size_t)one * sizeof(double)) : NULL, *more = malloc(300), sum = 0;
  for (long i = 0; i < one; i++)
    v.data[i] = x[i % numbers] * x[i % numbers];
  for (long i = 0; i < other; i++)
    w.data[i] = sin(x[i % numbers]) + (i < one ? v.data[i] : 0);
  for (long i = 0; i < third; i++)
    u.data[i] = i < other ? w.data[i] * x[i % numbers] : x[0];
  for (long i = 0; plain && i < one; i++)
    plain[i] = v.data[i] * x[0];
  more[3] = x[1] * x[2];
  for (long i = 0; i < third; i++)
    sum += u.data[i];
  sum += (plain ? plain[1] : 0) + more[3];
  free(plain), free(more);
  freeAligned(v.data), freeAligned(w.data), freeAligned(u.data);
  return sum;
}

// The caller's object loses its memory here and gets other.
static double replaces(Vector *v, const double *x) {
  double *made = malloc(numbers * sizeof(double)), sum = 0;
  for (int i = 0; i < numbers; i++)
    made[i] = v->data[i % v->size] * x[i];
  free(v->data);
  v->data = made;
  v->size = numbers;
  for (int i = 0; i < numbers; i++)
    sum += made[i] * made[i];
  return sum;
}

typedef struct {
  double lane[lanes];
} Tangents;
Tangents __enzyme_fwddiff_eight(void *, ...);
double __enzyme_fwddiff_one(void *, ...);

static double x[numbers] = {0.4, -0.7, 1.1, 0.2, -0.3, 0.9}, dx[lanes][numbers];
static void setDirections(void) {
  for (int lane = 0; lane < lanes; lane++)
    for (int i = 0; i < numbers; i++)
      dx[lane][i] = 0.3 * lane - 0.2 * i;
}

CHECK_VALUES(own_memory_that_grows_from_nothing) {
  setDirections();
  for (long most = 1; most < 700; most += most < 9 ? 1 : 229) {
    Tangents t = __enzyme_fwddiff_eight((void *)grows, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_const, most);
    for (int lane = 0; lane < lanes; lane++)
      EXPECT_EXACT(t.lane[lane], __enzyme_fwddiff_one((void *)grows, enzyme_dup, x, dx[lane], enzyme_const, most));
    EXPECT_EXACT(taken, 0);
  }
}

CHECK_VALUES(objects_of_several_sizes_or_none) {
  setDirections();
  for (int kind = 0; kind < 64; kind++) {
    static const long sizes[] = {0, 1, 9, 70};
    long one = sizes[kind % 4], other = sizes[kind / 4 % 4], third = sizes[kind / 16];
    Tangents t = __enzyme_fwddiff_eight((void *)together, enzyme_width, lanes, enzyme_dupv, sizeof dx[0], x, dx, enzyme_const, one,
                                        enzyme_const, other, enzyme_const, third);
    for (int lane = 0; lane < lanes; lane++)
      EXPECT_EXACT(t.lane[lane], __enzyme_fwddiff_one((void *)together, enzyme_dup, x, dx[lane], enzyme_const, one, enzyme_const,
                                                      other, enzyme_const, third));
  }
}

CHECK_VALUES(members_of_the_callers_shadows) {
  setDirections();
  for (int round = 0; round < 3; round++) {
    Vector v = {malloc(3 * sizeof(double)), 3}, shadows[lanes];
    for (int i = 0; i < 3; i++)
      v.data[i] = x[i] + 1;
    for (int lane = 0; lane < lanes; lane++) { // blocks of several sizes
      shadows[lane] = (Vector){malloc((3 + 50 * (size_t)lane) * sizeof(double)), 3};
      memcpy(shadows[lane].data, dx[lanes - 1 - lane], 3 * sizeof(double));
    }
    Tangents t = __enzyme_fwddiff_eight((void *)replaces, enzyme_width, lanes, enzyme_dupv, sizeof shadows[0], &v, shadows,
                                        enzyme_dupv, sizeof dx[0], x, dx);
    EXPECT_EXACT(v.size, numbers);
    free(v.data);
    for (int lane = 0; lane < lanes; lane++) {
      Vector one = {malloc(3 * sizeof(double)), 3}, shadow = {malloc(3 * sizeof(double)), 3};
      for (int i = 0; i < 3; i++)
        one.data[i] = x[i] + 1;
      memcpy(shadow.data, dx[lanes - 1 - lane], 3 * sizeof(double));
      EXPECT_EXACT(t.lane[lane], __enzyme_fwddiff_one((void *)replaces, enzyme_dup, &one, &shadow, enzyme_dup, x, dx[lane]));
      EXPECT_SAME_BYTES(shadows[lane].data, shadow.data, numbers * sizeof(double));
      shadows[lane].data = realloc(shadows[lane].data, 1000); // each is a block by itself
      free(shadows[lane].data);
      free(one.data), free(shadow.data);
    }
  }
}
