/* plain.cpp - gradients with respect to all that goes in. */
#include "plain.h"
#include "request.h"

static void ours(const Plain &p, double *g) {
  clear(g, p.x.size());
  int n = p.n, square = n * n;
  const double *x = p.x.data();
  switch (p.kind) {
  case Plain::Product:
    return __enzyme_autodiff<void>(product<double>, enzyme_const, n, enzyme_dup, x, g, enzyme_dup,
                                   x + square, g + square);
  case Plain::Solve:
    return __enzyme_autodiff<void>(solve<double>, enzyme_const, n, enzyme_const, p.steps,
                                   enzyme_dup, x, g, enzyme_dup, x + square, g + square);
  case Plain::Swarm:
    return __enzyme_autodiff<void>(swarm<double>, enzyme_const, n, enzyme_const, p.steps,
                                   enzyme_dup, x, g, enzyme_const, p.mass.data());
  case Plain::Membrane:
    return __enzyme_autodiff<void>(membrane<double>, enzyme_const, n, enzyme_const, p.steps,
                                   enzyme_dup, x, g, enzyme_dup, x + square, g + square);
  case Plain::Minors:
    return __enzyme_autodiff<void>(minors<double>, enzyme_const, n, enzyme_dup, x, g);
  }
}

/** Two more products of the same kind, with one factor transposed. */
static void handProduct(const Plain &p, double *g) {
  int n = p.n;
  const double *a = p.x.data(), *b = a + n * n;
  double *da = g, *db = g + n * n;
  std::vector<double> c(n * n), rows(n * n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = 2 * sum;
    }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += c[i * n + j] * b[k * n + j];
      da[i * n + k] = sum;
    }
  clear(db, n * n);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        db[k * n + j] += a[i * n + k] * c[i * n + j];
}

/** All states are kept; w is what each place hands on to its neighbours. */
static void handMembrane(const Plain &p, double *g) {
  int n = p.n, size = n * n;
  const double *start = p.x.data(), *c = start + size;
  std::vector<double> states(size_t(p.steps + 1) * size), now(size), before(size), w(size);
  std::copy(start, start + size, states.begin());
  for (int s = 0; s < p.steps; s++) {
    double *next = states.data() + size_t(s + 1) * size;
    std::copy(start, start + size, next);
    membraneStep(n, c, next - size, next);
  }
  for (int k = 0; k < size; k++)
    now[k] = 2 * states[size_t(p.steps) * size + k];
  double *dc = g + size;
  clear(dc, size);
  for (int s = p.steps; s-- > 0;) {
    const double *u = states.data() + size_t(s) * size;
    for (int i = 1; i < n - 1; i++)
      for (int k = i * n + 1; k < i * n + n - 1; k++) {
        w[k] = 0.2 * c[k] * now[k];
        dc[k] += 0.2 * now[k] * (u[k - n] + u[k + n] + u[k - 1] + u[k + 1] - 4 * u[k]);
      }
    std::copy(now.begin(), now.end(), before.begin());
    for (int i = 1; i < n - 1; i++) {
      for (int k = i * n + 1; k < i * n + n - 1; k++)
        before[k] = now[k] * (1.01 - 0.03 * u[k] * u[k]) - 4 * w[k] + w[k - n] + w[k + n] +
                    w[k - 1] + w[k + 1];
      before[i] += w[n + i];
      before[size - n + i] += w[size - 2 * n + i];
      before[i * n] += w[i * n + 1];
      before[i * n + n - 1] += w[i * n + n - 2];
    }
    now.swap(before);
  }
  std::copy(now.begin(), now.end(), g);
}

/** On the way down the product of the chosen entries is the minor's adjoint. */
static double descend(int n, const double *a, double *g, int row, const int *columns, int m,
                      double seed) {
  if (m == 1) {
    g[row * n + columns[0]] += seed;
    return a[row * n + columns[0]];
  }
  double sum = 0, sign = 1;
  int rest[16];
  for (int k = 0; k < m; k++) {
    int count = 0;
    for (int l = 0; l < m; l++)
      if (l != k)
        rest[count++] = columns[l];
    double entry = sign * a[row * n + columns[k]];
    double below = descend(n, a, g, row + 1, rest, m - 1, seed * entry);
    sum += entry * below;
    g[row * n + columns[k]] += seed * sign * below;
    sign = -sign;
  }
  return sum;
}

static void handMinors(const Plain &p, double *g) {
  clear(g, p.x.size());
  int columns[16];
  for (int i = 0; i < p.n; i++)
    columns[i] = i;
  descend(p.n, p.x.data(), g, 0, columns, p.n, 1);
}

void measure(bench::Suite &suite) {
  struct Size {
    Plain::Kind kind;
    int n, steps;
  };
  std::vector<Size> sizes{{Plain::Product, 50, 0},    {Plain::Product, 200, 0},
                          {Plain::Solve, 16, 30},     {Plain::Solve, 64, 30},
                          {Plain::Swarm, 16, 50},     {Plain::Swarm, 128, 50},
                          {Plain::Membrane, 32, 100}, {Plain::Membrane, 128, 100},
                          {Plain::Minors, 5, 0},      {Plain::Minors, 9, 0}};
  if (suite.quick)
    sizes = {{Plain::Product, 3, 0},   {Plain::Product, 11, 0}, {Plain::Solve, 4, 3},
             {Plain::Swarm, 1, 2},     {Plain::Swarm, 11, 3},   {Plain::Membrane, 3, 2},
             {Plain::Membrane, 12, 3}, {Plain::Minors, 4, 0}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Plain>(s.kind, s.n, s.steps);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    if (s.kind == Plain::Product)
      row.hand([p](double *g) { handProduct(*p, g); });
    if (s.kind == Plain::Membrane)
      row.hand([p](double *g) { handMembrane(*p, g); });
    if (s.kind == Plain::Minors)
      row.hand([p](double *g) { handMinors(*p, g); });
    addPeers(row, p);
  }
}
