// An exception that passes through the augmented half leaves no tape behind and gives
// the thread its own tape back.
#include "check.h"
#include <stdexcept>
#include <vector>

template <class R, class... T> R __enzyme_augmentfwd(void *, T...);
template <class R, class... T> R __enzyme_reverse(void *, T...);

static double sum(const double *x, int n) {
  std::vector<double> kept;
  double s = 1;
  for (int i = 0; i < n; i++) {
    if (x[i] < 0)
      throw std::runtime_error("negative");
    kept.push_back(s * x[i]);
    s += std::sin(kept.back());
  }
  return s * kept[n / 2];
}

struct Taped {
  void *tape;
  double value;
};

static double gradient_with_tapes(double *x, double *dx, int n) {
  Taped t = __enzyme_augmentfwd<Taped>((void *)sum, enzyme_dup, x, dx, n);
  __enzyme_reverse<void>((void *)sum, enzyme_dup, x, dx, n, 1.0, t.tape);
  return t.value;
}

CHECK_VALUES(it_unwinds_and_goes_on) {
  double good[4] = {0.3, 0.7, 1.1, 0.2}, bad[4] = {0.3, 0.7, -1, 0.2};
  double expected[4] = {0}, dx[4] = {0};
  __enzyme_autodiff_checkv((void *)sum, enzyme_dup, good, expected, enzyme_const, 4);
  int caught = 0;
  for (int round = 0; round < 3; round++) {
    try {
      double ignored[4] = {0};
      gradient_with_tapes(bad, ignored, 4);
    } catch (const std::runtime_error &) {
      caught++;
    }
    memset(dx, 0, sizeof dx);
    gradient_with_tapes(good, dx, 4);
    for (int i = 0; i < 4; i++)
      EXPECT_EXACT(dx[i], expected[i]);
  }
  EXPECT_TRUE(caught == 3);
}
