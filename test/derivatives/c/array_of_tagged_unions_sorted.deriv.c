// Tagged unions moved whole by assignment and by qsort.
#include "check.h"

struct item {
  int kind;
  union {
    double real;
    long whole;
    const char *name;
  } value;
};

static int byKind(const void *a, const void *b) { return ((const struct item *)a)->kind - ((const struct item *)b)->kind; }

double f(const double *x) {
  static const char *names[] = {"one", "three"};
  struct item items[6];
  for (int i = 0; i < 6; i++) {
    items[i].kind = (i * 5) % 6;
    if (items[i].kind % 3 == 0)
      items[i].value.real = x[i % 2] * (i + 1);
    else if (items[i].kind % 3 == 1)
      items[i].value.whole = i;
    else
      items[i].value.name = names[i % 2];
  }
  struct item kept = items[0];
  items[0] = items[5];
  items[5] = kept;
  qsort(items, 6, sizeof items[0], byKind);
  double r = 1;
  for (int i = 0; i < 6; i++)
    if (items[i].kind % 3 == 0)
      r *= items[i].value.real + i;
    else if (items[i].kind % 3 == 1)
      r += (double)items[i].value.whole;
    else
      r += (double)strlen(items[i].value.name) * x[0];
  return r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
