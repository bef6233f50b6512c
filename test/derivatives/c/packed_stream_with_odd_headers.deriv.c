// {char count; double payload[count]}, packed: doubles begin at odd addresses, and one array is appended twice.
#include "check.h"
typedef struct { unsigned char *bytes; size_t used, room; } buffer;
NOINLINE static void append(buffer *b, const void *data, size_t size) {
  if (b->used + size > b->room) {
    b->room = 2 * (b->used + size);
    b->bytes = realloc(b->bytes, b->room);
  }
  memcpy(b->bytes + b->used, data, size);
  b->used += size;
}
static void appendRecord(buffer *b, const double *payload, char n) {
  append(b, &n, sizeof n);
  append(b, payload, (size_t)n * sizeof *payload);
}
static void take(const unsigned char **c, void *to, size_t size) {
  memcpy(to, *c, size);
  *c += size;
}
static double takeRecord(const unsigned char **c, double scale) {
  char n;
  double payload[8], sum = 0;
  take(c, &n, sizeof n);
  take(c, payload, (size_t)n * sizeof *payload);
  for (int i = 0; i < n; i++)
    sum += payload[i] * payload[i] * (i + scale);
  return sum;
}
double f(const double *x, int n) {
  buffer b = {0};
  appendRecord(&b, x, (char)n);
  appendRecord(&b, x, 2);
  appendRecord(&b, x+1, 2);
  const unsigned char *c = b.bytes;
  double r = takeRecord(&c, x[0]);
  r += takeRecord(&c, 1) * takeRecord(&c, 2);
  free(b.bytes);
  return r;
}
CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
