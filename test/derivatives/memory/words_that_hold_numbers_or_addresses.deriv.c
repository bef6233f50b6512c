// Global words that are declared integers and receive the bytes of floats, or addresses.
#include "check.h"
#include <stdint.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))

static uint64_t slots[4];
double inASlot(double x) {
  double y = x * x, z;
  memcpy(&slots[x > 0], &y, sizeof y);
  memcpy(&z, &slots[x > 0], sizeof z);
  return z * x;
}
CHECK_SCALAR(inASlot, 3, -0.5);

static struct {
  long count, bits;
} record;
NOINLINE static void set(const double *v) {
  memcpy(&record.bits, v, sizeof *v);
  record.count++;
}
NOINLINE static void get(double *v) { memcpy(v, &record.bits, sizeof *v); }
double inARecord(double x) {
  double y = sin(x), z;
  set(&y);
  get(&z);
  return z * x;
}
CHECK_SCALAR(inARecord, 3, -0.5);

uint32_t halves[2];
NOINLINE static void setHalf(float v) { memcpy(&halves[1], &v, sizeof v); }
double asAFloat(double x) {
  float v;
  setHalf((float)(x * 0.5));
  memcpy(&v, &halves[1], sizeof v);
  return v * x * 2;
}
CHECK_VALUES(asAFloat) { EXPECT_CLOSE(__enzyme_autodiff_check((void *)asAFloat, 3.0), 6, 1e-6); }

static intptr_t handle;
NOINLINE static void addByHandle(double v) { *(double *)handle += v; }
double byHandle(double x) {
  double s = x;
  handle = (intptr_t)&s;
  addByHandle(x * x);
  return s;
}
CHECK_SCALAR(byHandle, 3, -0.5);

static intptr_t handles[3];
NOINLINE static void keep(int i, double *p) { handles[i] = (intptr_t)p; }
NOINLINE static double sum(int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *(double *)handles[i];
  return s;
}
double byTable(double x) {
  double a = x * x, b = x, c = 2;
  keep(0, &a);
  keep(1, &b);
  keep(2, &c);
  return sum(3) * x;
}
CHECK_SCALAR(byTable, 3, -0.5);

static long pool[64], used;
NOINLINE static void *take(long words) {
  void *p = &pool[used];
  used += words;
  return p;
}
double fromThePool(double x) {
  used = 0;
  double *a = (double *)take(4), *b = (double *)take(4);
  for (int i = 0; i < 4; i++)
    a[i] = x * i;
  for (int i = 0; i < 4; i++)
    b[i] = a[i] * a[i];
  return b[3] + a[2];
}
CHECK_SCALAR(fromThePool, 3, -0.5);
