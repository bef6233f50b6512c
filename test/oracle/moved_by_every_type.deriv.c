// Bytes of numbers that travel as something else: the oracle finds them by address.
#include "check.h"
#include <stdint.h>

// Through a global that is declared an array of words.
static uint64_t slot[4];
double through_words(double x) {
  double square = x * x, y;
  for (int i = 0; i < 4; i++)
    memcpy(&slot[i], &square, 8);
  slot[0] = slot[3];
  memcpy(&y, &slot[0], 8);
  return y;
}
CHECK_SCALAR(through_words, 1.5, -2);

// By bytes, into a buffer whose position lies in the same structure.
struct buffer {
  unsigned char bytes[64];
  int written, read;
};
double through_bytes(double x) {
  struct buffer buffer = {{0}, 0, 0}, *b = &buffer;
  double cube = x * x * x, y;
  for (int i = 0; i < 8; i++)
    b->bytes[b->written++] = ((unsigned char *)&cube)[i];
  for (int i = 0; i < 8; i++)
    ((unsigned char *)&y)[i] = b->bytes[b->read++];
  return y;
}
CHECK_SCALAR(through_bytes, 1.5, -2);

// As two halves of a word, put together again by shifts.
double through_halves(double x) {
  double square = x * x, y;
  uint64_t word;
  memcpy(&word, &square, 8);
  uint32_t low = (uint32_t)word, high = (uint32_t)(word >> 32);
  word = ((uint64_t)high << 32) | low;
  memcpy(&y, &word, 8);
  return y * x;
}
CHECK_SCALAR(through_halves, 1.5, -2);

// Big-endian.
double through_swapped_bytes(double x) {
  double square = x * x, y;
  uint64_t word, swapped = 0;
  memcpy(&word, &square, 8);
  word = __builtin_bswap64(word);
  for (int i = 0; i < 8; i++)
    swapped |= ((word >> (8 * i)) & 0xff) << (56 - 8 * i);
  memcpy(&y, &swapped, 8);
  return y;
}
CHECK_SCALAR(through_swapped_bytes, 1.5, -2);

// In a pointer, and behind a list of addresses kept as one word.
double through_pointers(double x) {
  union {
    double number;
    void *pointer;
  } a, b;
  a.number = x * x;
  void *moved = a.pointer;
  b.pointer = moved;
  uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
  double *other = (double *)(both ^ (uintptr_t)&a);
  return *other * x;
}
CHECK_SCALAR(through_pointers, 1.5, -2);

// Swapped by exclusive or, sorted as an integer key, and its sign taken apart.
double through_keys(double x) {
  double a = x * x, b = 3 * x;
  uint64_t p, q;
  memcpy(&p, &a, 8);
  memcpy(&q, &b, 8);
  p ^= q, q ^= p, p ^= q;
  uint64_t sign = q & 0x8000000000000000ull, magnitude = q & 0x7fffffffffffffffull;
  q = sign | magnitude;
  uint64_t scaled = p + (1ull << 52); // twice as large
  memcpy(&a, &scaled, 8);
  memcpy(&b, &q, 8);
  return a + b * b;
}
CHECK_SCALAR(through_keys, 1.5, -2);

// A number's significand with another exponent; its exponent as an integer has no tangent.
double significand(double x) {
  double square = 5 * x * x;
  uint64_t word;
  memcpy(&word, &square, 8);
  int exponent = (int)((word >> 52) & 0x7ff) - 1023;
  word = (word & 0xfffffffffffffull) | 0x4010000000000000ull; // between 4 and 8
  memcpy(&square, &word, 8);
  return square * x + exponent;
}
CHECK_SCALAR(significand, 1.5, -2);

