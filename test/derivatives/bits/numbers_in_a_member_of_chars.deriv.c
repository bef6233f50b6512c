// A member that is declared as characters holds numbers, and is copied by a function that sees nothing but that.
#include "check.h"
#include <stdlib.h>
#include <string.h>

enum { words = 4, bytes = 8 * words };
typedef struct {
  int count;
  _Alignas(8) char memory[bytes];
  double scale;
} Buffer;

NOINLINE static void moveBytes(Buffer *to, const Buffer *from) { memcpy(to->memory, from->memory, bytes); }
NOINLINE static void moveAll(Buffer *to, const Buffer *from) { *to = *from; }

NOINLINE static void fill(Buffer *buffer, const double *x) {
  buffer->count = words;
  buffer->scale = x[0];
  for (int i = 0; i < words; i++) {
    double number = x[i] * x[(i + 1) % words];
    memcpy(buffer->memory + 8 * i, &number, sizeof number);
  }
}

NOINLINE static double sumOf(const Buffer *buffer) {
  double sum = 0;
  for (int i = 0; i < buffer->count; i++) {
    double number;
    memcpy(&number, buffer->memory + 8 * i, sizeof number);
    sum += (i + 3) * number * number * buffer->scale;
  }
  return sum;
}

static double through(const double *x, int isWhole) {
  Buffer *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  fill(first, x);
  second->count = words;
  second->scale = x[1];
  if (isWhole)
    moveAll(second, first);
  else
    moveBytes(second, first);
  double sum = sumOf(second);
  free(first);
  free(second);
  return sum;
}

double ofBytes(const double *x) { return through(x, 0); }
CHECK_FUNCTION(ofBytes, 4, 0.5, 1.25, -0.75, 2);

double ofAll(const double *x) { return through(x, 1); }
CHECK_FUNCTION(ofAll, 4, 0.5, 1.25, -0.75, 2);

double onTheStack(const double *x) {
  Buffer first, second;
  fill(&first, x);
  second = first;
  Buffer third = second;
  return sumOf(&third) * third.scale;
}
CHECK_FUNCTION(onTheStack, 4, 0.5, 1.25, -0.75, 2);
