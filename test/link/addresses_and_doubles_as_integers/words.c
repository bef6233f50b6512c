#include "words.h"
#include <string.h>
uintptr_t marked(double *p, int mark) { return (uintptr_t)p | (unsigned)mark; }
double *unmarked(uintptr_t handle) { return (double *)(handle & ~(uintptr_t)7); }
struct parts partsOf(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return (struct parts){(uint32_t)(bits >> 32), (uint32_t)bits};
}
double fromParts(struct parts parts) {
  uint64_t bits = (uint64_t)parts.high << 32 | parts.low;
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
struct parts addressParts(double *p) {
  return (struct parts){(uint32_t)((uintptr_t)p >> 32), (uint32_t)(uintptr_t)p};
}
double *addressOf(struct parts parts) {
  return (double *)((uintptr_t)parts.high << 32 | parts.low);
}
