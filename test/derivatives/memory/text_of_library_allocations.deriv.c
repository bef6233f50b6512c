// Structures with numbers hold text that the library allocated (asprintf), which has no shadow. It
// is copied, written and copied back as bytes of unknown type.
#define _GNU_SOURCE
#include "check.h"
#include <stdio.h>
#include <string.h>

struct item {
  double value;
  char *label;
  size_t length;
};

NOINLINE static struct item copyOf(const struct item *from) {
  struct item copy = {from->value, malloc(from->length), from->length};
  memcpy(copy.label, from->label, from->length);
  return copy;
}

double labelled(const double *x) {
  struct item *items = malloc(3 * sizeof *items), *copies = malloc(3 * sizeof *copies);
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    items[i].value = x[0] * i;
    items[i].length = asprintf(&items[i].label, "item %d", i) + 1;
  }
  for (int i = 0; i < 3; i++) {
    copies[i] = copyOf(&items[2 - i]);
    sum += copies[i].value * copies[i].value * (copies[i].label[5] - '0');
  }
  for (int i = 0; i < 3; i++) {
    free(items[i].label);
    free(copies[i].label);
  }
  free(items);
  free(copies);
  return sum;
}
CHECK_FUNCTION(labelled, 1, 1.5);

double writtenBack(const double *x) {
  struct item a;
  a.value = x[0];
  a.length = asprintf(&a.label, "item %d", 3) + 1;
  char *copy = malloc(a.length);
  memcpy(copy, a.label, a.length);
  copy[5]++;
  memcpy(a.label + 1, copy + 1, a.length - 1);
  double result = a.value * a.value * (a.label[5] - '0');
  free(a.label);
  free(copy);
  return result;
}
CHECK_FUNCTION(writtenBack, 1, 1.5);
