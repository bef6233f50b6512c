/* gmm.cpp - the mixture's gradient: ours, by hand. */
#include "gmm.h"
#include "lanes.h"
#include "request.h"

static void ours(const Gmm &p, double *g) {
  clear(g, p.x.size());
  const double *means = p.x.data() + p.k, *factors = means + p.k * p.d;
  double *dmeans = g + p.k, *dfactors = dmeans + p.k * p.d;
  __enzyme_autodiff<void>(mixture<double>, enzyme_const, p.d, enzyme_const, p.k, enzyme_const, p.n, enzyme_dup,
                          p.x.data(), g, enzyme_dup, means, dmeans, enzyme_dup, factors, dfactors, enzyme_const,
                          p.points.data(), enzyme_const, p.gamma, enzyme_const, p.m);
}

static void forward(const Gmm &p, const double *v, double *out) {
  const double *means = p.x.data() + p.k, *factors = means + p.k * p.d;
  const double *vmeans = v + p.k, *vfactors = vmeans + p.k * p.d;
  std::size_t stride = p.x.size() * sizeof(double);
  Jets jets = __enzyme_fwddiff<Jets>(mixture<double>, enzyme_width, bench::Lanes, enzyme_const, p.d, enzyme_const,
                                     p.k, enzyme_const, p.n, enzyme_dupv, stride, p.x.data(), v, enzyme_dupv, stride,
                                     means, vmeans, enzyme_dupv, stride, factors, vfactors, enzyme_const,
                                     p.points.data(), enzyme_const, p.gamma, enzyme_const, p.m);
  jets.write(out);
}

namespace {

/** The mixture's gradient by hand: one point at a time, all its components kept. */
class ByHand {
public:
  ByHand(const Gmm &p, double *g)
      : p(p), d(p.d), k(p.k), block(p.block()), alphas(p.x.data()), means(alphas + k), factors(means + k * d),
        dalphas(g), dmeans(g + k), dfactors(dmeans + k * d), diagonals(k * d), logDeterminants(k), centred(k * d),
        products(k * d), terms(k) {
    clear(g, p.x.size());
  }

  void run() {
    for (int j = 0; j < k; j++)
      for (int r = 0; r < d; r++) {
        logDeterminants[j] += factors[j * block + r];
        diagonals[j * d + r] = std::exp(factors[j * block + r]);
      }
    for (int i = 0; i < p.n; i++) {
      for (int j = 0; j < k; j++)
        term(i, j);
      softmax();
      for (int j = 0; j < k; j++)
        pull(j);
    }
    std::copy(alphas, alphas + k, terms.begin());
    softmax();
    for (int j = 0; j < k; j++)
      finish(j);
  }

private:
  void term(int i, int j) {
    double *c = &centred[j * d], *y = &products[j * d];
    for (int r = 0; r < d; r++)
      c[r] = p.points[i * d + r] - means[j * d + r];
    triangleTimes(d, &diagonals[j * d], factors + j * block + d, c, y);
    terms[j] = alphas[j] + logDeterminants[j] - 0.5 * squaredNorm(d, y);
  }

  void softmax() {
    double largest = *std::max_element(terms.begin(), terms.end()), sum = 0;
    for (double &t : terms)
      sum += t = std::exp(t - largest);
    for (double &t : terms)
      t /= sum;
  }

  /** Adds the adjoints of component j; its weight is in terms[j]. The diagonal's adjoint
   *  is for the diagonal itself until finish(). */
  void pull(int j) {
    const double weight = terms[j];
    const double *__restrict c = &centred[j * d], *__restrict y = &products[j * d];
    const double *__restrict lower = factors + j * block + d, *__restrict diagonal = &diagonals[j * d];
    double *__restrict dq = dfactors + j * block, *__restrict dlower = dq + d, *__restrict dmean = dmeans + j * d;
    dalphas[j] += weight;
    for (int r = 0; r < d; r++)
      dq[r] -= weight * y[r] * c[r];
    for (int col = 0; col < d; col++) {
      double sum = diagonal[col] * y[col], scaled = weight * c[col];
      for (int r = col + 1; r < d; r++) {
        sum += *lower++ * y[r];
        *dlower++ -= scaled * y[r];
      }
      dmean[col] += weight * sum;
    }
  }

  void finish(int j) {
    double gamma2 = p.gamma * p.gamma, weights = dalphas[j];
    dalphas[j] -= p.n * terms[j];
    double *dq = dfactors + j * block;
    const double *lower = factors + j * block;
    for (int r = 0; r < d; r++) {
      double q = diagonals[j * d + r];
      dq[r] = dq[r] * q + weights + gamma2 * q * q - p.m;
    }
    for (int l = d; l < block; l++)
      dq[l] += gamma2 * lower[l];
  }

  const Gmm &p;
  int d, k, block;
  const double *alphas, *means, *factors;
  double *dalphas, *dmeans, *dfactors;
  std::vector<double> diagonals, logDeterminants, centred, products, terms;
};

} // namespace

namespace {

using bench::Tangent;

/** Eight tangents of the mixture by hand. */
class ForwardHand {
public:
  ForwardHand(const Gmm &p, const double *v)
      : p(p), d(p.d), k(p.k), block(p.block()), alphas(p.x.data()), means(alphas + k), factors(means + k * d),
        directions(bench::sideBySide(v, p.x.size())), talphas(directions.data()), tmeans(talphas + k),
        tfactors(tmeans + k * d), diagonals(k * d), logDeterminants(k), centred(d), product(d), terms(k),
        tdiagonals(k * d), tlogDeterminants(k), tproduct(d), tterms(k) {}

  Tangent run() {
    for (int j = 0; j < k; j++)
      for (int r = 0; r < d; r++) {
        logDeterminants[j] += factors[j * block + r];
        tlogDeterminants[j] += tfactors[j * block + r];
        diagonals[j * d + r] = std::exp(factors[j * block + r]);
        tdiagonals[j * d + r] = diagonals[j * d + r] * tfactors[j * block + r];
      }
    Tangent sum{};
    for (int i = 0; i < p.n; i++) {
      for (int j = 0; j < k; j++)
        term(i, j);
      sum += pushLogsumexp(terms.data(), tterms.data());
    }
    return sum - double(p.n) * pushLogsumexp(alphas, talphas) + prior();
  }

private:
  void term(int i, int j) {
    const double *lower = factors + j * block + d;
    const Tangent *tlower = tfactors + j * block + d, *tmean = tmeans + j * d;
    double *__restrict y = product.data();
    Tangent *__restrict ty = tproduct.data();
    for (int r = 0; r < d; r++) {
      centred[r] = p.points[i * d + r] - means[j * d + r];
      y[r] = diagonals[j * d + r] * centred[r];
      ty[r] = tdiagonals[j * d + r] * centred[r] - diagonals[j * d + r] * tmean[r];
    }
    for (int c = 0; c < d; c++)
      for (int r = c + 1; r < d; r++, lower++, tlower++) {
        y[r] += *lower * centred[c];
        ty[r] += *tlower * centred[c] - *lower * tmean[c];
      }
    terms[j] = alphas[j] + logDeterminants[j] - 0.5 * squaredNorm(d, y);
    tterms[j] = talphas[j] + tlogDeterminants[j];
    for (int r = 0; r < d; r++)
      tterms[j] -= y[r] * ty[r];
  }

  Tangent pushLogsumexp(const double *x, const Tangent *t) const {
    double largest = *std::max_element(x, x + k), sum = 0;
    Tangent tsum{};
    for (int j = 0; j < k; j++) {
      double weight = std::exp(x[j] - largest);
      sum += weight;
      tsum += weight * t[j];
    }
    return tsum / sum;
  }

  Tangent prior() const {
    Tangent sum{};
    double gamma2 = p.gamma * p.gamma;
    for (int j = 0; j < k; j++) {
      for (int r = 0; r < d; r++)
        sum += gamma2 * diagonals[j * d + r] * tdiagonals[j * d + r];
      for (int l = d; l < block; l++)
        sum += gamma2 * factors[j * block + l] * tfactors[j * block + l];
      sum -= double(p.m) * tlogDeterminants[j];
    }
    return sum;
  }

  const Gmm &p;
  int d, k, block;
  const double *alphas, *means, *factors;
  std::vector<Tangent> directions;
  const Tangent *talphas, *tmeans, *tfactors;
  std::vector<double> diagonals, logDeterminants, centred, product, terms;
  std::vector<Tangent> tdiagonals, tlogDeterminants, tproduct, tterms;
};

} // namespace

static void forwardHand(const Gmm &p, const double *v, double *out) { bench::write(ForwardHand(p, v).run(), out); }

void measure(bench::Suite &suite) {
  struct Size {
    int d, k, n;
  };
  std::vector<Size> sizes{{2, 5, 1000}, {10, 25, 1000}, {20, 50, 1000}, {64, 25, 1000}};
  if (suite.quick)
    sizes = {{2, 5, 10}, {5, 3, 8}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Gmm>(s.d, s.k, s.n);
    bench::Row &row = bench::gradient(suite, p);
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { ByHand(*p, g).run(); });
    row.forward([p, v = row.direction(0)](double *out) { forward(*p, v, out); });
    row.forwardHand([p, v = row.direction(0)](double *out) { forwardHand(*p, v, out); });
    addPeers(row, p);
  }
}
