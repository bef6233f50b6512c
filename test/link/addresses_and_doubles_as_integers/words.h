#include <stdint.h>
struct parts {
  uint32_t high, low;
};
uintptr_t marked(double *p, int mark);
double *unmarked(uintptr_t handle);
struct parts partsOf(double number);
double fromParts(struct parts parts);
struct parts addressParts(double *p);
double *addressOf(struct parts parts);
