// One function reads integers and numbers from a file for many callers, by `void *` and in the
// file's order of bytes; elsewhere the bytes of numbers are turned,
// and a number's halves are kept where that function may read others. The integers of one caller
// lie in memory of its own: no number's bytes come there, and numbers made of them are constants.
#include "check.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>

NOINLINE static int readAll(void *to, int size, int count, int whole, FILE *file, int isTurned) {
  unsigned char space[256], *target = (unsigned char *)to;
  if (!isTurned && size == whole)
    return fread(target, (size_t)size, (size_t)count, file) == (size_t)count;
  if (fread(space, (size_t)size, (size_t)count, file) != (size_t)count)
    return 0;
  if (size != whole)
    memset(target, 0, (size_t)(count * whole));
  for (int i = 0; i < count; i++)
    for (int j = size - 1; j >= 0; j--)
      target[i * whole + (isTurned ? size - j - 1 : j)] = space[i * size + j];
  return 1;
}
NOINLINE static void turn(char *bytes, int size, int count) {
  char one[8];
  for (int i = 0; i < count; i++, bytes += size) {
    for (int j = 0; j < size; j++)
      one[j] = bytes[size - j - 1];
    for (int j = 0; j < size; j++)
      bytes[j] = one[j];
  }
}
static struct {
  char name[16];
  int count;
  double epoch, scale, factors[4];
} header;

NOINLINE static int readHeader(FILE *file, int isTurned) {
  double numbers[4];
  if (!readAll(&header.count, 2, 1, sizeof(int), file, isTurned) ||
      !readAll(numbers, 8, 4, 8, file, isTurned))
    return 0;
  turn((char *)numbers, 8, 4);
  turn((char *)numbers, 8, 4);
  memcpy(header.factors, numbers, sizeof numbers);
  return 1;
}
NOINLINE static double sumOfSegment(FILE *file, double rate, int isTurned) {
  uint32_t words[8];
  int32_t one;
  double sum = 0;
  if (!readAll(words, 2, header.count, 4, file, isTurned) || !readAll(&one, 4, 1, 4, file, 0))
    return -1;
  for (int i = 0; i < header.count; i++)
    sum += words[i] & 1 ? -((words[i] + 1) / 2 / 1e2 * rate / (i + 1))
                        : words[i] / 2 / 1e2 * sin(rate * i);
  return sum + one / 1e3 * rate;
}
static void writeFile(FILE *file) {
  uint16_t count = 4, words[4] = {17, 240, 33, 508};
  double numbers[4] = {0.5, -1.5, 2, 0.25};
  int32_t one = 700;
  fwrite(&count, 2, 1, file);
  fwrite(numbers, 8, 4, file);
  fwrite(words, 2, 4, file);
  fwrite(&one, 4, 1, file);
  rewind(file);
}
// A number's halves, in memory that is read from the file, too: they are only compared.
static struct {
  uint32_t high, low;
} seed;
NOINLINE static void keepSeed(double x) {
  uint64_t word;
  memcpy(&word, &x, sizeof word);
  seed.high = (uint32_t)(word >> 32);
  seed.low = (uint32_t)word;
}
NOINLINE static int readSeed(FILE *file) { return readAll(&seed, 2, 2, 4, file, 1); }

static double ephemeris(const double *x) {
  FILE *file = tmpfile();
  if (!file)
    return 0;
  writeFile(file);
  double sum = 0, turned[2] = {x[0] * x[1], x[1]};
  if (readHeader(file, 0))
    sum = sumOfSegment(file, x[0] * x[1], 0) + header.factors[1] * x[2] + header.factors[2];
  keepSeed(x[0]);
  if (seed.high == seed.low && readSeed(file))
    sum += 1;
  fclose(file);
  turn((char *)turned, 8, 2);
  turn((char *)turned, 8, 2);
  return sum * x[2] + turned[0] * turned[1];
}
CHECK_FUNCTION(ephemeris, 3, 0.7, 1.2, 0.4);
