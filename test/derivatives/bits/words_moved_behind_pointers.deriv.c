// Numbers are moved as integers by functions of which no caller is seen: nothing says that the
// memory holds anything but integers.
#include "check.h"
#include <stdint.h>
typedef void (*mover)(void *, void *, int);

static void some(void *to, void *from, int n) {
  uint64_t *target = (uint64_t *)to, *source = (uint64_t *)from;
  for (int i = 0, k = 0; i < n; i++)
    if (i % 3 != 1)
      target[k++] = source[i];
}
static void unlessZero(void *to, void *from, int n) {
  uint64_t *target = (uint64_t *)to, *source = (uint64_t *)from;
  for (int i = 0; i < n; i++) {
    uint64_t word = source[i];
    if (word != 0)
      target[n - 1 - i] = word;
  }
}
static void eitherOf(void *to, void *from, int n) {
  uint64_t *target = (uint64_t *)to, *source = (uint64_t *)from;
  for (int i = 0; i < n; i++)
    target[i] = i % 2 ? source[i] : source[(i + 2) % n];
}
static void throughRoom(void *to, void *from, int n) {
  uint64_t room[8], *target = (uint64_t *)to, *source = (uint64_t *)from;
  for (int i = 0; i < n; i++)
    room[(i + 1) % n] = source[i];
  for (int i = 0; i < n; i++)
    target[i] = room[i];
}
struct two {
  uint64_t first, second;
};
static struct two turned(struct two pair) { return (struct two){pair.second, pair.first}; }
static void pairs(void *to, void *from, int n) {
  struct two *target = (struct two *)to, *source = (struct two *)from;
  for (int i = 0; i + 1 < n; i += 2)
    target[i / 2] = turned(source[i / 2]);
}
static void quarters(void *to, void *from, int n) {
  uint16_t *target = (uint16_t *)to, *source = (uint16_t *)from;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 4; k++)
      target[4 * i + k] = source[4 * (n - 1 - i) + k];
}
static void signedWords(void *to, void *from, int n) {
  int64_t *target = (int64_t *)to, *source = (int64_t *)from, last = source[n - 1];
  for (int i = n - 1; i; i--)
    target[i] = source[i - 1];
  *target = last;
}
static const mover movers[] = {some, unlessZero, eitherOf, throughRoom, pairs, quarters, signedWords};
enum { COUNT = sizeof movers / sizeof *movers };

NOINLINE static void move(double *to, double *from, int n, int which) { movers[which](to, from, n); }
double moved(const double *x, int n) {
  double from[8], to[8], sum = 0;
  for (int which = 0; which < COUNT; which++) {
    for (int i = 0; i < n; i++) {
      from[i] = x[i] * x[(i + which) % n];
      to[i] = x[i];
    }
    move(to, from, n, which);
    for (int i = 0; i < n; i++)
      sum += to[i] * to[i] * (i + 1) + from[i] * x[0];
  }
  return sum;
}
CHECK_FUNCTION_N(moved, 4, 1, -2, 3, 0.5);
