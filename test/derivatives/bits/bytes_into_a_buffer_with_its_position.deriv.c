// Bytes copied one by one into a buffer whose position lies in the same structure, and out of
// it; summed up and compared on the way.
#include "check.h"
#define NI __attribute__((noinline))
struct buffer {
  int used;
  char bytes[64];
};
NI static void put(struct buffer *to, const void *from, int n) {
  const char *c = from;
  for (int i = 0; i < n; i++)
    to->bytes[to->used++] = c[i];
}
NI static void take(const struct buffer *from, int at, void *to, int n) {
  char *c = to;
  for (int i = 0; i < n; i++)
    c[i] = from->bytes[at + i];
}
double inStructure(const double *x) {
  struct buffer p;
  p.used = 0;
  double a = x[0] * x[1], b, c;
  put(&p, &a, 8);
  put(&p, &x[1], 8);
  take(&p, 0, &b, 8);
  memcpy(&c, p.bytes + 8, 8);
  return b * c + b;
}
CHECK_FUNCTION(inStructure, 2, 0.7, -1.2);

// The position behind the bytes, and a sum of them.
struct stream {
  unsigned char bytes[64];
  unsigned sum, used;
};
NI static void append(struct stream *s, const unsigned char *c, int n) {
  for (int i = 0; i < n; i++) {
    if (c[i] == 0xff)
      s->sum ^= 1;
    s->sum += c[i];
    s->bytes[s->used++] = c[i];
  }
}
double onHeap(const double *x) {
  struct stream *s = calloc(1, sizeof *s);
  double a = x[0] * x[1], b, c;
  append(s, (const unsigned char *)&a, 8);
  append(s, (const unsigned char *)x, 8);
  memcpy(&b, s->bytes, 8);
  memcpy(&c, s->bytes + 8, 8);
  int isAny = s->sum != 0;
  free(s);
  return isAny ? b * c + b : 0;
}
CHECK_FUNCTION(onHeap, 2, 0.7, -1.2);

// A ring: two positions.
struct ring {
  unsigned head, tail;
  unsigned char data[32];
};
NI static void enter(struct ring *r, const unsigned char *c) {
  for (int i = 0; i < 8; i++) {
    r->data[r->head] = c[i];
    r->head = (r->head + 1) % 32;
  }
}
NI static void leave(struct ring *r, unsigned char *c) {
  for (int i = 0; i < 8; i++) {
    c[i] = r->data[r->tail];
    r->tail = (r->tail + 1) % 32;
  }
}
double inRing(const double *x) {
  struct ring r = {0, 0, {0}};
  double y = 1;
  for (int k = 0; k < 6; k++) {
    double value = x[k & 1] * (k + 1), out;
    enter(&r, (unsigned char *)&value);
    leave(&r, (unsigned char *)&out);
    y *= out;
  }
  return y;
}
CHECK_FUNCTION(inRing, 2, 0.7, -1.2);
