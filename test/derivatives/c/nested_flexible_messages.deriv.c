// Messages with headers and payloads of several kinds packed into one byte stream and read back.
#include "check.h"
#include <stdint.h>

enum kind { SCALAR = 1, VECTOR, NAME };
struct header {
  uint16_t kind, count;
  uint32_t bytes;
};

static size_t put(unsigned char *stream, size_t at, enum kind kind, const void *payload, size_t count, size_t size) {
  struct header h = {(uint16_t)kind, (uint16_t)count, (uint32_t)(count * size)};
  memcpy(stream + at, &h, sizeof h);
  memcpy(stream + at + sizeof h, payload, count * size);
  return at + sizeof h + (count * size + 7) / 8 * 8;
}

double f(const double *x, int n) {
  unsigned char *stream = malloc(1024);
  double square = x[0] * x[1];
  size_t end = put(stream, 0, SCALAR, &square, 1, sizeof square);
  end = put(stream, end, NAME, "parameters", 11, 1);
  end = put(stream, end, VECTOR, x, (size_t)n, sizeof *x);
  double r = 0;
  for (size_t at = 0; at < end;) {
    struct header h;
    memcpy(&h, stream + at, sizeof h);
    const unsigned char *payload = stream + at + sizeof h;
    if (h.kind == SCALAR) {
      double v;
      memcpy(&v, payload, sizeof v);
      r += v * v;
    } else if (h.kind == VECTOR) {
      double list[8];
      memcpy(list, payload, h.bytes);
      for (int i = 0; i < h.count; i++)
        r += list[i] * (i + 1) * x[0];
    } else
      r += payload[0] == 'p' ? x[1] : 0;
    at += sizeof h + (h.bytes + 7) / 8 * 8;
  }
  free(stream);
  return r;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
