// Floats and doubles of one growing stream of bytes, at odd addresses; the stream is moved as a whole before it is read.
// A float in the midst of a word looks like an address there, and is none.
#define CHECK_TOLERANCE 1e-4
#define CHECK_EXACTNESS 1e-5
#include "check.h"
#include <stdint.h>
typedef struct {
  uint8_t *bytes;
  size_t used, room;
} stream;
static void put(stream *s, const void *data, size_t size) {
  if (s->used + size > s->room)
    s->bytes = realloc(s->bytes, s->room = 2 * (s->used + size));
  memcpy(s->bytes + s->used, data, size);
  s->used += size;
}
static void putByte(stream *s, uint8_t value) { put(s, &value, 1); }
static void putFloat(stream *s, float value) { put(s, &value, sizeof value); }
static void putDouble(stream *s, double value) { put(s, &value, sizeof value); }
static double takeFloat(const uint8_t **at) {
  float value;
  memcpy(&value, *at, sizeof value);
  *at += sizeof value;
  return value;
}
static double takeDouble(const uint8_t **at) {
  double value;
  memcpy(&value, *at, sizeof value);
  *at += sizeof value;
  return value;
}
// d: a double, f: a float, else a byte of the stream.
static double written(const char *form, const double *x, int n) {
  stream s = {0};
  int count = 0;
  for (const char *c = form; *c; c++)
    switch (*c) {
    case 'd': putDouble(&s, x[count++ % n]); break;
    case 'f': putFloat(&s, 1 + (float)x[count++ % n]); break;
    default: putByte(&s, (uint8_t)*c);
    }
  uint8_t *moved = malloc(s.used);
  memmove(moved, s.bytes, s.used);
  free(s.bytes);
  const uint8_t *at = moved;
  double r = 1;
  for (const char *c = form; *c; c++)
    switch (*c) {
    case 'd': r = 0.1 * r * r + r * takeDouble(&at); break;
    case 'f': r += r * takeFloat(&at); break;
    default: at++;
    }
  free(moved);
  return r;
}
double floats(const double *x, int n) { return written("d...f...f...f...f", x, n); }
double both(const double *x, int n) { return written("......d...d....df.....d...d...", x, n); }
double headers(const double *x, int n) { return written("6.....d3.df2.d3.d", x, n); }
CHECK_FUNCTION_N(floats, 3, 0.8, 1.1, 1.45);
CHECK_FUNCTION_N(both, 3, 0.8, 1.1, 1.45);
CHECK_FUNCTION_N(headers, 3, 0.8, 1.1, 1.45);
