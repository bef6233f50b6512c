// A stream of {int count; double payload[count]} walked by its headers: records are copied whole from
// stream to stream at run-time offsets, where integers and doubles have been seen at every offset.
#include "check.h"

NOINLINE static size_t put(char *stream, size_t at, const double *payload, int n) {
  *(int *)(stream + at) = n;
  for (int i = 0; i < n; i++)
    memcpy(stream + at + 4 + 8 * (size_t)i, &payload[i], sizeof *payload);
  return at + 4 + 8 * (size_t)n;
}

double f(const double *x, int n) {
  char *stream = malloc(512), *turned = malloc(512);
  size_t end = put(stream, 0, x, n);
  double products[2] = {x[0] * x[1], x[1] * x[2]};
  end = put(stream, end, products, 2);
  end = put(stream, end, x + 1, 1);
  size_t to = end;
  for (size_t at = 0; at < end;) { // the last record first
    int count = *(int *)(stream + at);
    size_t size = 4 + 8 * (size_t)count;
    to -= size;
    memcpy(turned + to, stream + at, size);
    at += size;
  }
  double sum = 0;
  for (size_t at = 0, k = 1; at < end; k++) {
    int count = *(int *)(turned + at);
    double payload[4];
    memcpy(payload, turned + at + 4, 8 * (size_t)count);
    for (int i = 0; i < count; i++)
      sum += k * payload[i] * payload[i] * (i + 1);
    at += 4 + 8 * (size_t)count;
  }
  free(stream), free(turned);
  return sum * x[0];
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
