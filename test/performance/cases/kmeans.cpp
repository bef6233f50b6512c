/* kmeans.cpp - gradient, and the diagonal of the Hessian by forward over reverse. */
#include "kmeans.h"
#include "request.h"

static void gradientOf(int n, int k, int d, const double *points, const double *centres, double *g) {
  __enzyme_autodiff<void>(clusterCost<double>, enzyme_const, n, enzyme_const, k, enzyme_const, d, enzyme_const, points,
                          enzyme_dup, centres, g);
}

static void ours(const Kmeans &p, double *g) {
  clear(g, p.x.size());
  gradientOf(p.n, p.k, p.d, p.points.data(), p.x.data(), g);
}

/** Of each point only its own centre's second derivatives are not zero, and no two
 *  numbers of a centre meet in a product: one direction of ones gives the diagonal. */
static void diagonal(const Kmeans &p, double *h) {
  std::vector<double> ones(p.x.size(), 1.0), g(p.x.size());
  clear(h, p.x.size());
  __enzyme_fwddiff<void>(gradientOf, enzyme_const, p.n, enzyme_const, p.k, enzyme_const, p.d, enzyme_const,
                         p.points.data(), enzyme_dup, p.x.data(), ones.data(), enzyme_dup, g.data(), h);
}

static void forward(const Kmeans &p, const double *v, double *out) {
  __enzyme_fwddiff<Jets>(clusterCost<double>, enzyme_width, bench::Lanes, enzyme_const, p.n, enzyme_const, p.k,
                         enzyme_const, p.d, enzyme_const, p.points.data(), enzyme_dupv, p.x.size() * sizeof(double),
                         p.x.data(), v)
      .write(out);
}

static int nearestTo(const Kmeans &p, const double *point) {
  int best = 0;
  double nearest = 0;
  for (int j = 0; j < p.k; j++) {
    double square = 0;
    for (int c = 0; c < p.d; c++) {
      double difference = point[c] - p.x[j * p.d + c];
      square += difference * difference;
    }
    if (j == 0 || square < nearest) {
      nearest = square;
      best = j;
    }
  }
  return best;
}

static void hand(const Kmeans &p, double *g) {
  clear(g, p.x.size());
  for (int i = 0; i < p.n; i++) {
    const double *point = &p.points[i * p.d];
    int best = nearestTo(p, point);
    for (int c = 0; c < p.d; c++)
      g[best * p.d + c] += 2 * (p.x[best * p.d + c] - point[c]);
  }
}

static void handDiagonal(const Kmeans &p, double *h) {
  clear(h, p.x.size());
  std::vector<int> members(p.k);
  for (int i = 0; i < p.n; i++)
    members[nearestTo(p, &p.points[i * p.d])]++;
  for (int j = 0; j < p.k; j++)
    for (int c = 0; c < p.d; c++)
      h[j * p.d + c] = 2 * members[j];
}

void measure(bench::Suite &suite) {
  struct Size {
    int n, k, d;
  };
  std::vector<Size> sizes{{10000, 10, 8}, {10000, 50, 32}};
  if (suite.quick)
    sizes = {{20, 3, 2}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Kmeans>(s.n, s.k, s.d);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    addPeers(row, p);
    bench::Row &second = suite.row(p->size() + " Hessian diagonal", p->x.size());
    second.jacobian();
    second.primal([p] { return p->value(p->x.data()); });
    second.ours([p](double *h) { diagonal(*p, h); });
    second.hand([p](double *h) { handDiagonal(*p, h); });
  }
}
