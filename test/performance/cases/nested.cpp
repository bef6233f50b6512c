/* nested.cpp - saddle and particle, in all four orders of the two modes. */
#include "nested.h"
#include "request.h"

template <int n> struct Directions {
  double lane[n];
};

namespace {

enum Mode { Forward, Reverse };
const char *const Names[] = {"forward", "reverse"};

/** g = the gradient of f(fixed, x) or f(x, fixed) by x, of `n` numbers. */
template <Mode mode, int n, auto f> void saddleGradient(const double *a, const double *b, double *g) {
  if constexpr (mode == Reverse) {
    for (int i = 0; i < n; i++)
      g[i] = 0;
    __enzyme_autodiff<void>(f, enzyme_const, a, enzyme_dup, b, g);
  } else {
    for (int i = 0; i < n; i++) {
      double unit[n] = {};
      unit[i] = 1;
      g[i] = __enzyme_fwddiff<double>(f, enzyme_const, a, enzyme_dup, b, unit);
    }
  }
}

template <Mode mode> double highest(int steps, const double *a) {
  double b[SaddleSize] = {}, g[SaddleSize];
  for (int s = 0; s < steps; s++) {
    saddleGradient<mode, SaddleSize, saddle>(a, b, g);
    for (int i = 0; i < SaddleSize; i++)
      b[i] += 0.1 * g[i];
  }
  return saddle(a, b);
}

template <Mode mode> void slope(const double *place, const double *w, double *g) {
  if constexpr (mode == Reverse) {
    g[0] = g[1] = 0;
    __enzyme_autodiff<void>(potential, enzyme_dup, place, g, enzyme_const, w);
  } else {
    double right[2] = {1, 0}, up[2] = {0, 1};
    g[0] = __enzyme_fwddiff<double>(potential, enzyme_dup, place, right, enzyme_const, w);
    g[1] = __enzyme_fwddiff<double>(potential, enzyme_dup, place, up, enzyme_const, w);
  }
}

template <Mode mode> double landing(int steps, const double *w) {
  double place[2] = {0, 8}, velocity[2] = {0.75, 0}, step = 60.0 / steps, g[2];
  for (int s = 0; s < steps; s++) {
    slope<mode>(place, w, g);
    double fall[2] = {velocity[0] - step * g[0], velocity[1] - step * g[1]};
    double next = place[1] + step * fall[1];
    if (next <= 0)
      break;
    for (int i = 0; i < 2; i++) {
      velocity[i] = fall[i];
      place[i] += step * fall[i];
    }
  }
  double rest = -place[1] / velocity[1], x = place[0] + rest * velocity[0];
  return x * x;
}

/** The outer derivative. */
template <Mode mode, int n, auto f> void outer(int steps, const double *x, double *g) {
  if constexpr (mode == Reverse) {
    clear(g, n);
    __enzyme_autodiff<void>(f, enzyme_const, steps, enzyme_dup, x, g);
  } else if constexpr (n == 1) {
    double one = 1;
    *g = __enzyme_fwddiff<double>(f, enzyme_const, steps, enzyme_dup, x, &one);
  } else {
    double unit[n][n] = {};
    for (int i = 0; i < n; i++)
      unit[i][i] = 1;
    auto all = __enzyme_fwddiff<Directions<n>>(f, enzyme_width, n, enzyme_const, steps, enzyme_dupv, sizeof unit[0], x,
                                               unit[0]);
    std::copy(all.lane, all.lane + n, g);
  }
}

/** By hand: the tangents of b by a ride along. */
void handSaddle(int steps, const double *a, double *out) {
  constexpr int n = SaddleSize;
  double b[n] = {}, g[n], by[n][n] = {};
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < n; i++)
      g[i] = -2 * b[i] - 0.4 * b[i] * b[i] * b[i] + 0.5 * a[(i + n - 1) % n];
    for (int i = 0; i < n; i++) {
      double second = -2 - 1.2 * b[i] * b[i];
      for (int j = 0; j < n; j++)
        by[i][j] += 0.1 * (second * by[i][j] + (j == (i + n - 1) % n ? 0.5 : 0));
      b[i] += 0.1 * g[i];
    }
  }
  for (int j = 0; j < n; j++) {
    out[j] = 2 * a[j] + 0.5 * b[(j + 1) % n];
    for (int i = 0; i < n; i++)
      out[j] += (-2 * b[i] - 0.4 * b[i] * b[i] * b[i] + 0.5 * a[(i + n - 1) % n]) * by[i][j];
  }
}

/** By hand: tangents by w; the potential's second derivatives. */
void handParticle(int steps, const double *at, double *out) {
  double w = *at, x = 0, y = 8, u = 0.75, v = 0, dx = 0, dy = 0, du = 0, dv = 0, step = 60.0 / steps;
  for (int s = 0; s < steps; s++) {
    double px = x - 10, py = y - 10 + w, pw = dy + 1;
    double r2 = px * px + py * py, q2 = px * px + y * y;
    double r3 = 1 / (r2 * std::sqrt(r2)), q3 = 1 / (q2 * std::sqrt(q2));
    double dr3 = -3 * r3 / r2 * (px * dx + py * pw), dq3 = -3 * q3 / q2 * (px * dx + y * dy);
    double ax = px * (r3 + q3), ay = py * r3 + y * q3;
    double dax = dx * (r3 + q3) + px * (dr3 + dq3), day = pw * r3 + py * dr3 + dy * q3 + y * dq3;
    double fallU = u + step * ax, fallV = v + step * ay;
    if (y + step * fallV <= 0)
      break;
    u = fallU;
    v = fallV;
    du += step * dax;
    dv += step * day;
    x += step * u;
    y += step * v;
    dx += step * du;
    dy += step * dv;
  }
  double rest = -y / v, drest = -(dy + rest * dv) / v;
  double hit = x + rest * u;
  *out = 2 * hit * (dx + drest * u + rest * du);
}

template <Mode first, Mode second> void addSaddle(bench::Suite &suite, int steps) {
  auto a = std::make_shared<std::vector<double>>(bench::Random().numbers(SaddleSize, -1, 1));
  bench::Row &row = suite.row(std::string("saddle ") + Names[second] + " over " + Names[first], SaddleSize);
  row.primal([=] { return highest<first>(steps, a->data()); });
  row.differences([=](const double *x) { return highest<first>(steps, x); }, *a);
  row.ours([=](double *g) { outer<second, SaddleSize, highest<first>>(steps, a->data(), g); });
  row.reference([=](double *g) { handSaddle(steps, a->data(), g); });
}

template <Mode first, Mode second> void addParticle(bench::Suite &suite, int steps) {
  auto w = std::make_shared<std::vector<double>>(1, 0.1);
  bench::Row &row = suite.row(std::string("particle ") + Names[second] + " over " + Names[first], 1);
  row.primal([=] { return landing<first>(steps, w->data()); });
  row.differences([=](const double *x) { return landing<first>(steps, x); }, *w);
  row.ours([=](double *g) { outer<second, 1, landing<first>>(steps, w->data(), g); });
  row.reference([=](double *g) { handParticle(steps, w->data(), g); });
}

} // namespace

void measure(bench::Suite &suite) {
  int steps = suite.quick ? 200 : 20000;
  addSaddle<Forward, Forward>(suite, steps);
  addSaddle<Forward, Reverse>(suite, steps);
  addSaddle<Reverse, Forward>(suite, steps);
  addSaddle<Reverse, Reverse>(suite, steps);
  addParticle<Forward, Forward>(suite, steps);
  addParticle<Forward, Reverse>(suite, steps);
  addParticle<Reverse, Forward>(suite, steps);
  addParticle<Reverse, Reverse>(suite, steps);
}
