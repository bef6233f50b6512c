/* handtracking.cpp - the (compressed) Jacobian by forward sweeps of eight lanes and the rest. */
#include "handtracking.h"
#include "request.h"

template <int Width>
static void simple(const HandTracking &p, const double *directions, double *error, double *tangents) {
  std::size_t in = p.x.size() * sizeof(double), out = p.rows() * sizeof(double);
  __enzyme_fwddiff<void>(residuals<double>, enzyme_width, Width, enzyme_const, &p.hand, enzyme_const, &p.seen,
                         enzyme_dupv, in, p.x.data(), directions, enzyme_const, (const double *)nullptr,
                         enzyme_dupnoneedv, out, error, tangents);
}

template <int Width>
static void complicated(const HandTracking &p, const double *directions, double *error, double *tangents) {
  std::size_t in = p.x.size() * sizeof(double), out = p.rows() * sizeof(double);
  __enzyme_fwddiff<void>(residuals<double>, enzyme_width, Width, enzyme_const, &p.hand, enzyme_const, &p.seen,
                         enzyme_dupv, in, p.x.data(), directions, enzyme_dupv, in, p.x.data() + Pose,
                         directions + Pose, enzyme_dupnoneedv, out, error, tangents);
}

/** Direction by direction, all rows; the directions are the same in every iteration of a fit. */
static void ours(const HandTracking &p, const std::vector<double> &directions, double *jacobian) {
  std::vector<double> error(p.rows());
  const double *direction = directions.data();
  for (int first = 0; first < p.directions(); first += bench::Lanes) {
    if (first + bench::Lanes <= p.directions())
      (p.complicated ? complicated<8> : simple<8>)(p, direction, error.data(), jacobian);
    else
      (p.complicated ? complicated<4> : simple<2>)(p, direction, error.data(), jacobian);
    direction += bench::Lanes * p.x.size();
    jacobian += bench::Lanes * p.rows();
  }
}

static std::vector<double> allDirections(const HandTracking &p) {
  std::vector<double> result;
  for (int d = 0; d < p.directions(); d++)
    for (std::size_t i = 0; i < p.x.size(); i++)
      result.push_back(p.seed(d, i));
  return result;
}

/** The other tools write row by row. */
static void transpose(const HandTracking &p, double *jacobian) {
  std::size_t rows = p.rows(), columns = p.directions();
  std::vector<double> columnwise(jacobian, jacobian + rows * columns);
  for (std::size_t r = 0; r < rows; r++)
    for (std::size_t d = 0; d < columns; d++)
      jacobian[r * columns + d] = columnwise[d * rows + r];
}

static double sum(const HandTracking &p, const double *x) {
  std::vector<double> error(p.rows());
  residuals(&p.hand, &p.seen, x, p.complicated ? x + Pose : nullptr, error.data());
  double total = 0;
  for (double e : error)
    total += e;
  return total;
}

/** The same by differences, column by column: what the Jacobian is compared with. */
static void differences(const HandTracking &p, double *jacobian) {
  int rows = p.rows(), columns = p.directions();
  std::vector<double> error[2];
  for (int d = 0; d < columns; d++) {
    const double step = 1e-6;
    for (int side = 0; side < 2; side++) {
      std::vector<double> x = p.x;
      for (std::size_t i = 0; i < x.size(); i++)
        x[i] += (side ? step : -step) * p.seed(d, i);
      error[side].resize(rows);
      residuals(&p.hand, &p.seen, x.data(), p.complicated ? x.data() + Pose : nullptr, error[side].data());
    }
    for (int r = 0; r < rows; r++)
      jacobian[std::size_t(r) * columns + d] = (error[1][r] - error[0][r]) / step / 2;
  }
}

void measure(bench::Suite &suite) {
  for (bool complicated : {false, true})
    for (int points : suite.quick ? std::vector<int>{5} : std::vector<int>{100, 10000}) {
      auto p = std::make_shared<const HandTracking>(complicated, points);
      bench::Row &row = suite.row(p->size(), std::size_t(p->rows()) * p->directions());
      row.primal([p] { return sum(*p, p->x.data()); });
      row.ours([p, all = allDirections(*p)](double *out) { ours(*p, all, out); });
      row.arrange([p](double *out) { transpose(*p, out); });
      row.roughly([p](double *out) { differences(*p, out); });
      row.jacobian();
      addPeers(row, p);
    }
}
