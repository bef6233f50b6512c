// Lanes of memory from operator new stand side by side, aligned as vectors: containers that change places, arrays that are
// made and deleted as such, of an odd length, in a loop, of floats, and where a pointer may be null.
#include "check.h"
#include <utility>
#include <vector>

static double exchanged(const double *x, int n) {
  std::vector<double> from(x, x + n), to(n);
  double s = 0;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < n; i++)
      to[i] = std::sin(from[(i * 3) % n]) * from[i] + (i ? to[i - 1] : 0);
    std::swap(from, to);
  }
  for (int i = 0; i < n; i++)
    s = 0.7 * s + from[i] * to[n - 1 - i];
  return s;
}
CHECK_FUNCTION_N(exchanged, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static double arrays(const double *x, int n) {
  double s = 0;
  for (int k = 1; k <= n; k++) {
    double *a = new double[k], *b = k % 2 ? new double[k + 1]() : nullptr;
    for (int i = 0; i < k; i++)
      a[i] = x[i] * x[(i + k) % n] + (i ? a[i - 1] : 0);
    for (int i = 0; b && i < k; i++)
      b[i + 1] += a[k - 1 - i] * b[i] + x[i];
    s = 0.8 * s + a[k / 2] * a[k - 1] + (b ? b[k] * b[k / 2] : 0);
    delete[] a;
    delete[] b;
  }
  return s;
}
CHECK_FUNCTION_N(arrays, 5, 0.2, 1.1, -0.7, 0.4, 2.0);

static double narrow(const double *x, int n) {
  std::vector<float> a(n + 2), b(3 * n, 1.0f);
  double s = 0;
  for (int i = 0; i < n; i++)
    a[i + 1] = float(x[i]) * float(i + 1);
  for (int i = 1; i <= n; i++)
    b[(2 * i) % n] *= a[i] + 0.5f * a[i - 1] * a[i + 1];
  for (int i = 0; i < 3 * n; i++)
    s = 0.9 * s + b[i] * a[i % n];
  return s;
}
struct Slope {
  double t[4];
};
template <class R, class... A> R __enzyme_fwddiff(A...);
CHECK_VALUES(floats) {
  double x[5] = {0.2, 1.1, -0.7, 0.4, 2.0}, dx[4][5];
  for (int lane = 0; lane < 4; lane++)
    for (int i = 0; i < 5; i++)
      dx[lane][i] = (lane + 1) * 0.25 - 0.5 * i;
  Slope s = __enzyme_fwddiff<Slope>((void *)narrow, enzyme_width, 4, enzyme_dup, x, dx[0], dx[1], dx[2], dx[3], 5);
  for (int lane = 0; lane < 4; lane++)
    EXPECT_CLOSE(s.t[lane], __enzyme_fwddiff<double>((void *)narrow, enzyme_dup, x, dx[lane], 5), 1e-5);
}
