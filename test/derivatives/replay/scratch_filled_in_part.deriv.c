// Scratch that each time step fills in part only, or not always: what it does not fill is of the
// step before, and is state.
// flags: -mllvm -enzyme-copied-state=0
// only: -O2
#include "check.h"

enum { Steps = 4 };

struct arrays {
  double *x, *k, *l, *at;
};
__attribute__((always_inline)) static inline struct arrays begin(const double *start, int n) {
  struct arrays s = {malloc(n * sizeof(double)), malloc(n * sizeof(double)), malloc(n * sizeof(double)),
                     malloc(n * sizeof(double))};
  for (int i = 0; i < n; i++)
    s.x[i] = start[i], s.k[i] = start[i] * start[i], s.l[i] = 1 + start[i], s.at[i] = 0;
  return s;
}
__attribute__((always_inline)) static inline double end(struct arrays s, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += s.x[i] * s.x[i] * (i + 1);
  free(s.x), free(s.k), free(s.l), free(s.at);
  return sum;
}
/// Uses all of k and l, and changes all of them.
__attribute__((always_inline)) static inline void use(struct arrays s, int n) {
  for (int i = 0; i < n; i++)
    s.at[i] = s.x[i] * s.k[i] * s.k[n - 1 - i] + 0.3 * s.l[i] * s.l[n - 1 - i];
  for (int i = 0; i < n; i++)
    s.k[i] = 0.5 * s.k[i] + 0.1 * s.at[i] * s.at[i];
  for (int i = 0; i < n; i++)
    s.l[i] = 0.5 * s.l[i] + 0.1 * s.at[i] * s.k[i];
  for (int i = 0; i < n; i++)
    s.x[i] += 0.1 * s.k[i] * s.l[i];
}
#define STEPS(name, ...)                                                                                               \
  double name(const double *start, int n) {                                                                            \
    struct arrays s = begin(start, n);                                                                                 \
    for (int t = 0; t < Steps; t++) {                                                                                  \
      __VA_ARGS__                                                                                                      \
      use(s, n);                                                                                                       \
    }                                                                                                                  \
    return end(s, n);                                                                                                  \
  }                                                                                                                    \
  double name##OfOne(const double *start, int n) { return name(start, n); }                                            \
  CHECK_FUNCTION_N(name, 5, 0.3, -0.2, 0.5, 0.15, -0.4);                                                               \
  CHECK_FUNCTION_N(name##OfOne, 1, 0.3);

/// A loop that does not run for one number, and leaves out the last of several.
STEPS(allButTheLast, for (int i = 0; i < n - 1; i++) s.k[i] = s.x[i] * s.x[i + 1];)
/// The first is filled beside it, for each length.
STEPS(allButTheFirst, s.k[0] = s.x[0] * s.x[n - 1]; for (int i = 2; i < n; i++) s.k[i] = s.x[i] * s.x[i - 1];)
/// It is skipped where it would fill something.
STEPS(skippedIfShort, s.k[0] = s.x[0] * s.x[0];
      if (n > 3) for (int i = 1; i < n; i++) s.k[i] = s.x[i] * s.x[i - 1];)
/// It is left early.
STEPS(leftEarly, for (int i = 0; i < n && s.x[i] < 0.45; i++) s.k[i] = s.x[i] * s.x[i];)
/// Numbers of one sign only.
STEPS(whereItIsPositive, for (int i = 0; i < n; i++) if (s.x[i] > 0) s.k[i] = s.x[i] * s.x[i];)
/// Each second number.
STEPS(eachSecond, for (int i = 0; i < n; i += 2) s.k[i] = s.x[i] * s.x[i];)
/// Of two arrays one is skipped, in each second step.
STEPS(oneOfTwo, for (int i = 0; i < n; i++) s.k[i] = s.x[i] * s.x[i];
      if (t % 2) for (int i = 0; i < n; i++) s.l[i] = s.x[i] * s.k[i];)
/// The same, by the numbers themselves.
STEPS(oneOrTheOther, double *filled = s.x[0] > 0.31 ? s.k : s.l;
      for (int i = 0; i < n; i++) filled[i] = s.x[i] * s.x[i];)
/// Each step fills one more.
STEPS(asManyAsSteps, for (int i = 0; i < t && i < n; i++) s.k[i] = s.x[i] * s.x[i];)
/// Half of it.
STEPS(halfOfIt, for (int i = 0; i < n / 2; i++) s.k[i] = s.x[i] * s.x[i]; for (int i = n / 2 + 1; i < n; i++) s.k[i] = s.x[i];)
