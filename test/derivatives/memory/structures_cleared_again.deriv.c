// A structure with pointers is set to zero by memset for each round: its shadow's pointers are null
// from then on too, so that no later realloc, free or reader finds what was freed a round ago.
#include "check.h"

extern int enzyme_dup;
extern double __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);

typedef struct {
  double *at;
  int used, room;
} list;

NOINLINE static void add(list *l, double value) {
  if (l->used == l->room) {
    l->room = l->room ? 2 * l->room : 50000; // large: unmapped when freed
    l->at = (double *)realloc(l->at, sizeof(double) * (size_t)l->room);
  }
  l->at[l->used++] = value;
}

double rounds(const double *x, int n) {
  list l;
  double sum = 0;
  int round = 0;
  do {
    memset(&l, 0, sizeof l);
    for (int i = 0; i <= n * (round + 1); i++)
      add(&l, x[i % n] * (i + 1) + 0.1 * sum);
    for (int i = 0; i < l.used; i++)
      sum += l.at[i] * l.at[l.used - 1 - i] * 0.01;
    free(l.at);
  } while (++round < 3 && sum < 1e6);
  return sum;
}
CHECK_FUNCTION_N(rounds, 3, 1, -2, 3);

// Numbers and pointers side by side, so that only the pointers may be cleared on the way forth.
typedef struct mixed {
  double weight;
  double *values;
  float scale;
  struct mixed *next;
} mixed;

double mixed_rounds(const double *x, int n) {
  mixed m[2];
  double sum = 0;
  for (int round = 0; round < 3; round++) {
    memset(m, 0, sizeof m);
    for (int i = 0; i < n; i++) {
      mixed *at = &m[i % 2];
      at->values = (double *)realloc(at->values, sizeof(double) * (size_t)(i + 1));
      for (int j = at->weight > 0 ? i : 0; j <= i; j++)
        at->values[j] = x[j] * (round + 1);
      at->weight += x[i] * x[i];
      at->scale = (float)i;
    }
    for (int i = 0; i < 2; i++) {
      sum += m[i].weight * m[i].values[0] + (m[i].next ? 1 : 0) * sum;
      free(m[i].values);
    }
  }
  return sum;
}
CHECK_FUNCTION_N(mixed_rounds, 3, 1, -2, 3);

// What a caller reads of the shadow afterwards says no address that the program has dropped.
typedef struct {
  double *current;
  double kept;
  double *places[20];
} state;

NOINLINE static double sumOf(const state *s) { return *s->current * 3 + *s->places[7] * 0; }
NOINLINE static void step(state *s, double *buffer, double x) {
  s->current = buffer;
  *s->current = x * x;
  s->places[7] = buffer;
  s->kept = sumOf(s);
  double kept = s->kept;
  memset(s, 0, sizeof *s);
  s->kept = kept;
}

CHECK_VALUES(dropped) {
  state s = {0}, tangents = {0}, adjoints = {0};
  double buffer[1] = {0}, shadow[1] = {0}, shadow2[1] = {0};
  __enzyme_fwddiff((void *)step, enzyme_dup, &s, &tangents, enzyme_dup, buffer, shadow, 2., 1.);
  EXPECT_TRUE(tangents.current == 0 && tangents.places[7] == 0);
  EXPECT_EXACT(tangents.kept, 12);
  state again = {0};
  adjoints.kept = 1;
  double x = __enzyme_autodiff((void *)step, enzyme_dup, &again, &adjoints, enzyme_dup, buffer,
                               shadow2, 2.);
  EXPECT_TRUE(adjoints.current == 0 && adjoints.places[7] == 0);
  EXPECT_EXACT(x, 12);
}
