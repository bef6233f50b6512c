// Structures that end in one character, of which as many follow as were allocated: pointers and
// numbers lie there, and are moved by copies of as many bytes as the run says.
#include "check.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct Message {
  int64_t bytes;
  char data[1];
};

static struct Message *messageOf(int64_t bytes) {
  struct Message *message = malloc(sizeof(struct Message) + bytes);
  message->bytes = bytes;
  return message;
}

__attribute__((noinline)) static void copyData(struct Message *to, const struct Message *from) {
  memcpy(to->data, from->data, from->bytes);
}

struct Cell {
  int64_t word;
};

double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    struct Message *sent = messageOf(16), *received = messageOf(16);
    struct Cell *cell = malloc(sizeof *cell), *found;
    double square = x[i] * x[i], number;
    memcpy(&cell->word, &square, sizeof square);
    memcpy(sent->data, &cell, sizeof cell);
    memcpy(sent->data + 8, &x[i], sizeof *x);
    copyData(received, sent);
    memcpy(&found, received->data, sizeof found);
    found->word ^= INT64_MIN;
    memcpy(&number, &found->word, sizeof number);
    sum += number * (i + 1);
    memcpy(&number, received->data + 8, sizeof number);
    sum += 2 * number;
    free(cell);
    free(sent);
    free(received);
  }
  return sum;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
