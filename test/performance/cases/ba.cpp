/* ba.cpp - the sparse Jacobian: one reverse sweep of two lanes an observation. */
#include "ba.h"
#include "request.h"

static void ours(const Ba &p, double *out) {
  double error[2];
  for (int o = 0; o < p.observations; o++) {
    double rows[2][Columns] = {}, seeds[2][2] = {{1, 0}, {0, 1}};
    constexpr std::size_t stride = sizeof rows[0];
    __enzyme_autodiff<void>(reprojection<double>, enzyme_width, 2, enzyme_dupv, stride,
                            &p.camera[p.whichCamera[o] * CameraSize], rows[0], enzyme_dupv, stride,
                            &p.point[p.whichPoint[o] * 3], rows[0] + CameraSize, enzyme_dupv, stride, &p.weight[o],
                            rows[0] + CameraSize + 3, enzyme_const, &p.feature[2 * o], enzyme_dupnoneedv,
                            sizeof seeds[0], error, seeds[0]);
    out = std::copy(rows[0], rows[0] + 2 * Columns, out);
    *out++ = -2 * p.weight[o];
  }
}

namespace {

/** By hand: the chain of 2 x 3 and 3 x 3 matrices. */
void handRows(const double *camera, const double *point, double weight, const double *feature, double *out) {
  const double *r = camera;
  double x[3], y[3], byR[3][3], rotation[3][3];
  for (int i = 0; i < 3; i++)
    x[i] = point[i] - camera[3 + i];
  double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  if (square != 0) {
    double angle = std::sqrt(square), c = std::cos(angle), s = std::sin(angle), inverse = 1 / angle;
    double n[3] = {r[0] * inverse, r[1] * inverse, r[2] * inverse}, side[3];
    cross(n, x, side);
    double dot = n[0] * x[0] + n[1] * x[1] + n[2] * x[2], rest = 1 - c;
    for (int i = 0; i < 3; i++)
      y[i] = x[i] * c + side[i] * s + n[i] * dot * rest;
    double skew[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
    double skewX[3][3] = {{0, -x[2], x[1]}, {x[2], 0, -x[0]}, {-x[1], x[0], 0}};
    for (int i = 0; i < 3; i++) {
      double turn = -x[i] * s + side[i] * c + n[i] * dot * s; // by the angle
      double byAxis[3];
      for (int j = 0; j < 3; j++) {
        rotation[i][j] = (i == j ? c : 0) + skew[i][j] * s + n[i] * n[j] * rest;
        byAxis[j] = -skewX[i][j] * s + ((i == j ? dot : 0) + n[i] * x[j]) * rest;
      }
      double along = byAxis[0] * n[0] + byAxis[1] * n[1] + byAxis[2] * n[2];
      for (int j = 0; j < 3; j++)
        byR[i][j] = (byAxis[j] - along * n[j]) * inverse + turn * n[j];
    }
  } else {
    double skewR[3][3] = {{1, -r[2], r[1]}, {r[2], 1, -r[0]}, {-r[1], r[0], 1}};
    double skewX[3][3] = {{0, x[2], -x[1]}, {-x[2], 0, x[0]}, {x[1], -x[0], 0}};
    for (int i = 0; i < 3; i++) {
      y[i] = skewR[i][0] * x[0] + skewR[i][1] * x[1] + skewR[i][2] * x[2];
      for (int j = 0; j < 3; j++) {
        rotation[i][j] = skewR[i][j];
        byR[i][j] = skewX[i][j];
      }
    }
  }
  double depth = 1 / y[2], u = y[0] * depth, v = y[1] * depth, radius = u * u + v * v;
  double bent = 1 + camera[9] * radius + camera[10] * radius * radius;
  double slope = 2 * (camera[9] + 2 * camera[10] * radius), f = camera[6];
  for (int row = 0; row < 2; row++) {
    double place = row ? v : u, wf = weight * f;
    double du = wf * (place * slope * u + (row ? 0 : bent)), dv = wf * (place * slope * v + (row ? bent : 0));
    double dy[3] = {du * depth, dv * depth, -(du * u + dv * v) * depth};
    for (int j = 0; j < 3; j++) {
      double d = dy[0] * rotation[0][j] + dy[1] * rotation[1][j] + dy[2] * rotation[2][j];
      out[j] = dy[0] * byR[0][j] + dy[1] * byR[1][j] + dy[2] * byR[2][j];
      out[3 + j] = -d;
      out[CameraSize + j] = d;
    }
    out[6] = weight * place * bent;
    out[7] = row ? 0 : weight;
    out[8] = row ? weight : 0;
    out[9] = wf * place * radius;
    out[10] = wf * place * radius * radius;
    out[CameraSize + 3] = place * bent * f + camera[7 + row] - feature[row];
    out += Columns;
  }
}

void hand(const Ba &p, double *out) {
  for (int o = 0; o < p.observations; o++) {
    handRows(&p.camera[p.whichCamera[o] * CameraSize], &p.point[p.whichPoint[o] * 3], p.weight[o], &p.feature[2 * o],
             out);
    out += 2 * Columns;
    *out++ = -2 * p.weight[o];
  }
}

double residuals(const Ba &p) {
  double error[2], sum = 0;
  for (int o = 0; o < p.observations; o++) {
    p.residual(o, error);
    sum += error[0] + error[1] + 1 - p.weight[o] * p.weight[o];
  }
  return sum;
}

} // namespace

void measure(bench::Suite &suite) {
  struct Size {
    int cameras, points, observations;
  };
  std::vector<Size> sizes{{21, 1000, 3600}, {49, 7776, 31843}, {257, 65132, 225911}};
  if (suite.quick)
    sizes = {{2, 3, 5}};
  for (Size s : sizes) {
    auto p = std::make_shared<const Ba>(s.cameras, s.points, s.observations);
    bench::Row &row = suite.row(p->size(), p->numbers());
    row.jacobian();
    row.primal([p] { return residuals(*p); });
    row.ours([p](double *g) { ours(*p, g); });
    row.hand([p](double *g) { hand(*p, g); });
    addPeers(row, p);
  }
}
