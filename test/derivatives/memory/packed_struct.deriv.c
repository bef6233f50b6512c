// Members at odd addresses.
#include "check.h"
typedef struct __attribute__((packed)) {
  char tag;
  double value;
  short count;
  float small;
} record;

double f(double x) {
  record r[2];
  r[0].tag = 1;
  r[0].value = x * x;
  r[0].count = 3;
  r[0].small = 2;
  r[1] = r[0];
  r[1].value *= r[0].value;
  return r[1].value * r[1].count + r[1].tag * r[0].value * r[1].small;
}

CHECK_SCALAR(f, 1.5, -0.5);
