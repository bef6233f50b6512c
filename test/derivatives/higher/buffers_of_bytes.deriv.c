// Derivatives of derivatives through a buffer of bytes whose contents no copy names.
#include "nests.h"
typedef struct {
  unsigned char *bytes;
  size_t used, room;
} buffer;
NOINLINE static void append(buffer *b, const void *data, size_t size) {
  if (b->used + size > b->room) {
    b->room = 2 * (b->used + size);
    b->bytes = realloc(b->bytes, b->room);
  }
  memcpy(b->bytes + b->used, data, size);
  b->used += size;
}
NOINLINE static void take(const unsigned char **from, void *to, size_t size) {
  memcpy(to, *from, size);
  *from += size;
}
double packed(double x) { // x^2 sin(x), read twice
  buffer inner = {0}, outer = {0};
  double two[2] = {x * x, sin(x)}, back[2], again[2];
  int n = 2;
  append(&inner, &n, sizeof n);
  append(&inner, two, sizeof two);
  append(&outer, inner.bytes, inner.used);
  append(&outer, inner.bytes, inner.used);
  const unsigned char *at = outer.bytes;
  take(&at, &n, sizeof n);
  take(&at, back, (size_t)n * sizeof *back);
  take(&at, &n, sizeof n);
  take(&at, again, (size_t)n * sizeof *back);
  free(inner.bytes), free(outer.bytes);
  return 0.5 * (back[0] * again[1] + again[0] * back[1]);
}
#define p1(x) (2 * x * sin(x) + x * x * cos(x))
#define p2(x) (2 * sin(x) + 4 * x * cos(x) - x * x * sin(x))
#define p3(x) (6 * cos(x) - 6 * x * sin(x) - x * x * cos(x))

CHECK_NESTS(packed, p1, p2, p3, 0.75, -0.5);
