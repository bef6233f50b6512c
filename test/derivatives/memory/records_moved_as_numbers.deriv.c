// Records of numbers and addresses, moved by loops that call all of it numbers, or integers.
// flags: -fno-strict-aliasing
#include "check.h"
#include <stdint.h>
struct record {
  double value, *at;
};
double asNumbers(const double *x, int n) {
  double own[2] = {x[0] * x[1], x[1]};
  struct record first = {x[0], own}, second = {0, NULL};
  double *from = (double *)&first, *to = (double *)&second;
  for (int i = 0; i < n; i++)
    to[i] = from[i];
  return second.value * second.at[0] + second.at[1];
}
CHECK_FUNCTION_N(asNumbers, 2, 1.5, 2);

/// Backwards: the address comes first.
double backwards(const double *x, int n) {
  double own[2] = {x[0] * x[1], x[1]};
  struct record first = {x[0], own}, second = {0, NULL};
  double *from = (double *)&first.at, *to = (double *)&second.at;
  for (int i = 0; i < n; i++)
    to[-i] = from[-i];
  return second.value * second.at[0] + second.at[1];
}
CHECK_FUNCTION_N(backwards, 2, 1.5, 2);

double asIntegers(const double *x, int n) {
  double own[2] = {x[0] * x[1], x[1]};
  struct record first = {x[0], own}, second = {0, NULL};
  int64_t *from = (int64_t *)&first, *to = (int64_t *)&second;
  for (int i = 0; i < n; i++)
    to[i] = from[i];
  return second.value * second.at[0] + second.at[1];
}
CHECK_FUNCTION_N(asIntegers, 2, 1.5, 2);

/// Declared as integers, and used for numbers here and there.
NOINLINE static void moveAll(int64_t *to, const int64_t *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
double declaredOtherwise(const double *x, int n) {
  int64_t words[4] = {0}, others[4] = {0};
  for (int i = 0; i < n; i++)
    ((double *)words)[i] = x[i] * x[i];
  moveAll(others, words, n);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += ((double *)others)[i] * x[i];
  return sum;
}
CHECK_FUNCTION_N(declaredOtherwise, 3, 1.5, 2, 0.5);

/// Several at once, as bytes.
double asBytes(const double *x, int n) {
  double own[2] = {x[0] * x[1], x[1]};
  struct record first[2] = {{x[0], own}, {x[1], own + 1}}, second[2];
  memcpy(second, first, n * sizeof *first);
  double all = 0;
  for (int i = 0; i < n; i++)
    all += second[i].value * second[i].at[0];
  return all;
}
CHECK_FUNCTION_N(asBytes, 2, 1.5, 2);
