// Records {int header; double payload[n]} of run-time sizes appended to a growing byte buffer, records within
// records, then read back with a cursor: no copy says by itself what it moves.
#include "check.h"

typedef struct {
  unsigned char *bytes;
  size_t used, room;
} buffer;

static void append(buffer *b, const void *data, size_t size) {
  if (b->used + size > b->room) {
    b->room = 2 * (b->used + size);
    b->bytes = realloc(b->bytes, b->room);
  }
  memcpy(b->bytes + b->used, data, size);
  b->used += size;
}
NOINLINE static void appendRecord(buffer *b, const double *payload, int n) {
  append(b, &n, sizeof n);
  append(b, payload, (size_t)n * sizeof *payload);
}
NOINLINE static void appendNested(buffer *b, const buffer *inner) {
  int size = (int)inner->used;
  append(b, &size, sizeof size);
  append(b, inner->bytes, inner->used);
}

typedef struct {
  const unsigned char *at;
} cursor;
static void take(cursor *c, void *to, size_t size) {
  memcpy(to, c->at, size);
  c->at += size;
}
NOINLINE static double takeRecord(cursor *c, double scale) {
  int n;
  double payload[8], sum = 0;
  take(c, &n, sizeof n);
  take(c, payload, (size_t)n * sizeof *payload);
  for (int i = 0; i < n; i++)
    sum += payload[i] * payload[i] * (i + scale);
  return sum;
}

double f(const double *x, int n) {
  buffer outer = {0}, inner = {0};
  double scaled[3] = {x[0] * x[1], x[1] * x[2], 2};
  appendRecord(&inner, scaled, 3);
  appendRecord(&inner, x, n - 1);
  appendRecord(&outer, x, n);
  appendNested(&outer, &inner);
  appendRecord(&outer, scaled, 1);
  appendNested(&outer, &inner); // the same bytes once more: their adjoints meet
  appendRecord(&outer, x, n);

  cursor c = {outer.bytes};
  int size;
  double result = takeRecord(&c, x[0]);
  take(&c, &size, sizeof size);
  cursor nested = {c.at};
  c.at += size;
  result += 3 * takeRecord(&nested, 1) * takeRecord(&c, x[2]);
  result += takeRecord(&nested, 2);
  take(&c, &size, sizeof size);
  result += takeRecord(&c, 4) * takeRecord(&c, 5);
  result += takeRecord(&c, 6);
  free(outer.bytes), free(inner.bytes);
  return result;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
