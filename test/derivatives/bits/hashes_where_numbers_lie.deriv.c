// Hashes, keys and checksums of numbers' bits, stored in the memory that numbers are copied into:
// they are compared, and are no numbers.
#include "bits.h"
#include "check.h"
NOINLINE static uint64_t hashOf(const unsigned char *bytes, int n) {
  uint64_t hash = 1469598103934665603u;
  for (int i = 0; i < n; i++)
    hash = (hash ^ bytes[i]) * 1099511628211u;
  return hash;
}

struct record {
  unsigned char bytes[64];
  uint64_t hash;
};
double besideBytes(const double *x, int n) {
  struct record records[8];
  double sum = 0, number;
  for (int i = 0; i < n; i++) {
    number = x[i] * x[i];
    memcpy(records[i].bytes, &number, sizeof number);
    records[i].hash = hashOf(records[i].bytes, sizeof number);
  }
  for (int i = 0; i < n; i++) {
    memcpy(&number, records[i].bytes, sizeof number);
    sum += number * x[0] + (hashOf(records[i].bytes, sizeof number) == records[i].hash);
  }
  return sum;
}
CHECK_FUNCTION_N(besideBytes, 4, 1.5, -2.25, 0.75, 3);

double parity(const double *x, int n) {
  unsigned char bytes[128];
  double sum = 0, number;
  for (int i = 0; i < n; i++) {
    number = x[i] * x[i];
    memcpy(bytes + 8 * i, &number, sizeof number);
  }
  bytes[8 * n] = 0;
  for (int i = 0; i < 8 * n; i++)
    bytes[8 * n] ^= bytes[i];
  for (int i = 0; i < n; i++) {
    memcpy(&number, bytes + 8 * i, sizeof number);
    sum += number * x[0];
  }
  return sum;
}
CHECK_FUNCTION_N(parity, 4, 1.5, -2.25, 0.75, 3);

struct entry {
  uint64_t key;
  double value;
  int isUsed;
};
static struct entry *find(struct entry *table, uint64_t key) {
  unsigned at = (key * 0x9E3779B97F4A7C15u) >> 58;
  while (table[at].isUsed && table[at].key != key)
    at = (at + 1) % 64;
  return table + at;
}
double table(const double *x, int n) {
  struct entry entries[64];
  double sum = 0;
  memset(entries, 0, sizeof entries);
  for (int i = 0; i < n; i++)
    *find(entries, wordOf(x[i])) = (struct entry){wordOf(x[i]), x[i] * x[i], 1};
  for (int i = 0; i < n; i++)
    sum += find(entries, wordOf(x[i]))->value * x[0];
  return sum;
}
CHECK_FUNCTION_N(table, 4, 1.5, -2.25, 0.75, 3);

// A generator of random numbers beside numbers, copied with them.
struct state {
  uint64_t random;
  double weights[8];
  int count;
};
NOINLINE static double next(uint64_t *random) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return (double)(*random >> 11) * 0x1p-53;
}
NOINLINE static void increase(int *count) { (*count)++; }
double besideGenerator(const double *x, int n) {
  struct state here = {88172645463325252, {0}, 0}, *there = (struct state *)malloc(sizeof here);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    here.weights[i] = x[i] * x[i] * next(&here.random);
    increase(&here.count);
  }
  memcpy(there, &here, sizeof here);
  for (int i = 0; i < n; i++) {
    sum += there->weights[i] * x[0] * (double)(1 + (there->random & 1));
    increase(&there->count);
  }
  sum += there->count;
  free(there);
  return sum;
}
CHECK_FUNCTION_N(besideGenerator, 4, 1.5, -2.25, 0.75, 3);

// Memory that is used again: numbers, then keys, then numbers.
double usedAgain(const double *x, int n) {
  void *memory = malloc(64 * sizeof(double));
  double sum = 0, *numbers = (double *)memory;
  for (int i = 0; i < n; i++)
    numbers[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[0];
  uint64_t *keys = (uint64_t *)memory, all = 0;
  for (int i = 0; i < n; i++)
    keys[i] = wordOf(x[i]) * 31;
  for (int i = 0; i < n; i++)
    all ^= keys[i];
  sum += all == 7;
  numbers = (double *)memory;
  for (int i = 0; i < n; i++)
    numbers[i] = x[i] * 3;
  for (int i = 0; i < n; i++)
    sum += numbers[i] * x[1];
  free(memory);
  return sum;
}
CHECK_FUNCTION_N(usedAgain, 4, 1.5, -2.25, 0.75, 3);
