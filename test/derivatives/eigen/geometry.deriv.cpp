// Eigen's geometry: quaternions, rotations, transforms, planes, lines, boxes, registration of
// points.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"
#include <Eigen/Geometry>

using Eigen::Vector3d, Eigen::Quaterniond, Eigen::AngleAxisd;
static Vector3d point(const double *x) { return Vector3d(x[0] + 1, x[1] * x[2], x[3] - x[0]); }
static Quaterniond rotation(const double *x) {
  return Quaterniond(1 + x[0], x[1], x[2], x[3]).normalized();
}

static double quaternions(const double *x) {
  Quaterniond q = rotation(x), r(AngleAxisd(x[1], point(x).normalized()));
  Vector3d v = (q * r.conjugate()) * point(x);
  return weighed(v) + weighed(q.toRotationMatrix()) + q.dot(r) + q.inverse().w() + q.vec().sum();
}
PROGRAM(quaternions);

static double interpolated(const double *x) {
  Quaterniond q = rotation(x), r(AngleAxisd(1.2, Vector3d::UnitZ()));
  Quaterniond between = q.slerp(0.3 + 0.1 * x[2], r);
  return weighed(between.coeffs()) + q.angularDistance(r);
}
PROGRAM(interpolated);

static double fromMatrices(const double *x) {
  Eigen::Matrix3d m = rotation(x).toRotationMatrix();
  Quaterniond q(m);
  AngleAxisd a(m);
  Vector3d angles = m.eulerAngles(2, 1, 0);
  return weighed(q.coeffs()) + a.angle() * a.axis()(1) + weighed(angles);
}
PROGRAM(fromMatrices);

static double betweenVectors(const double *x) {
  Vector3d a = point(x), b(x[2], 1, x[1]);
  Quaterniond q = Quaterniond::FromTwoVectors(a, b);
  return weighed(q.coeffs()) + a.cross(b).norm() + a.unitOrthogonal().dot(b);
}
PROGRAM(betweenVectors);

static double transforms(const double *x) {
  Eigen::Affine3d t =
      Eigen::Translation3d(point(x)) * rotation(x) * Eigen::Scaling(1 + x[0], 2.0, 1 + x[2]);
  Eigen::Isometry3d rigid = Eigen::Isometry3d::Identity();
  rigid.rotate(rotation(x)).pretranslate(point(x));
  t.prerotate(AngleAxisd(x[3], Vector3d::UnitY())).translate(point(x));
  return weighed((t * (rigid * point(x))).eval()) + weighed((rigid.matrix() * t.matrix()).eval());
}
PROGRAM(transforms);

static double inverseTransforms(const double *x) {
  Eigen::Affine3d t = Eigen::Translation3d(point(x)) * rotation(x) * Eigen::Scaling(1.5 + x[0]);
  Eigen::Isometry3d rigid(rotation(x));
  rigid.translation() = point(x);
  Eigen::Projective3d camera = Eigen::Projective3d::Identity();
  camera.matrix().row(3) << 0.1 * x[1], x[2], 0.3, 1;
  Vector3d seen = (camera * t * point(x).homogeneous()).eval().hnormalized();
  return weighed(t.inverse().matrix()) + weighed(rigid.inverse().matrix()) + weighed(seen) +
         weighed(t.rotation().eval());
}
PROGRAM(inverseTransforms);

static double inThePlane(const double *x) {
  Eigen::Rotation2Dd r(x[0]);
  Eigen::Vector2d v = r.slerp(0.4, Eigen::Rotation2Dd(x[1])) * Eigen::Vector2d(x[2], x[3]);
  Eigen::Affine2d t = Eigen::Translation2d(v) * r * Eigen::UniformScaling<double>(2);
  return weighed(v) + weighed((t * v).eval()) +
         Eigen::Rotation2Dd(t.rotation()).smallestPositiveAngle();
}
PROGRAM(inThePlane);

static double planesAndLines(const double *x) {
  auto plane =
      Eigen::Hyperplane<double, 3>::Through(point(x), Vector3d(x[1], 1, 2), Vector3d(3, x[2], 0));
  Eigen::ParametrizedLine<double, 3> line(point(x), Vector3d(1, x[3], 2).normalized());
  return plane.absDistance(Vector3d(x[2], 2, 5)) + weighed(line.intersectionPoint(plane).eval()) +
         line.distance(Vector3d(1, 2, x[0])) + weighed(plane.projection(Vector3d(4, 5, 6)).eval());
}
PROGRAM(planesAndLines);

static double boxes(const double *x) {
  Eigen::AlignedBox3d box(Vector3d(-1, -2 + x[1], -1));
  box.extend(point(x)).extend(Vector3d(1, x[2], 2));
  return box.volume() + box.diagonal().norm() + box.exteriorDistance(Vector3d(5, x[3], 4)) +
         weighed(box.center().eval()) +
         box.merged(Eigen::AlignedBox3d(Vector3d(0, 4, x[0]))).volume();
}
PROGRAM(boxes);

static double registered(const double *x) {
  Matrix source = general(x, 3, 6).array() + 0.1, target(3, 6);
  target = rotation(x).toRotationMatrix() * source * 1.3;
  target.colwise() += point(x);
  target(1, 2) += x[0];
  target(0, 4) -= x[3] * x[1];
  return weighed(Matrix(Eigen::umeyama(source, target)));
}
PROGRAM(registered);
