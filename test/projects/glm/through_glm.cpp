//===- through_glm.cpp - GLM's vectors, matrices and quaternions
//---------------------------------===//
#include "../differences.h"
#define GLM_FORCE_SWIZZLE
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/ext.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/noise.hpp>
#include <glm/gtx/dual_quaternion.hpp>
#include <glm/gtx/euler_angles.hpp>
#include <glm/gtx/gradient_paint.hpp>
#include <glm/gtx/intersect.hpp>
#include <glm/gtx/matrix_decompose.hpp>
#include <glm/gtx/matrix_factorisation.hpp>
#include <glm/gtx/matrix_interpolation.hpp>
#include <glm/gtx/norm.hpp>
#include <glm/gtx/polar_coordinates.hpp>
#include <glm/gtx/projection.hpp>
#include <glm/gtx/quaternion.hpp>
#include <glm/gtx/rotate_vector.hpp>
#include <glm/gtx/spline.hpp>
#include <glm/gtx/transform.hpp>
#include <glm/gtx/vector_angle.hpp>
using namespace glm;
#define F(name) static double name(const double *x)
static dvec3 v3(const double *x, double s = 1) { return dvec3(x[0] * s, x[1] + s, x[2] * x[0]); }
static dvec4 v4(const double *x) { return dvec4(x[0], x[1] * x[2], 1 + x[2], x[0] * x[1]); }
static dmat4 m4(const double *x) {
  dmat4 m(2.0);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      m[i][j] += sin(x[(i + j) % 3] * (i + 1) + j);
  return m;
}
static double sum(const dmat4 &m) {
  double s = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      s += m[i][j] * (i * 4 + j + 1);
  return s;
}
static double sum(const dmat3 &m) {
  double s = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      s += m[i][j] * (i * 3 + j + 1);
  return s;
}
static double sum(const dvec3 &v) { return v.x + 2 * v.y + 3 * v.z; }
static double sum(const dvec4 &v) { return v.x + 2 * v.y + 3 * v.z + v.w * 4; }
static dquat q(const double *x) { return normalize(dquat(1 + x[0], x[1], x[2], 0.3)); }
F(products) {
  return sum(m4(x) * m4(x)) + sum(m4(x) * v4(x)) + dot(v3(x), v3(x, 2)) +
         sum(cross(v3(x), v3(x, 3)));
}
F(inverses) {
  return sum(inverse(m4(x))) + determinant(m4(x)) + sum(transpose(m4(x))) +
         sum(inverseTranspose(dmat3(m4(x))));
}
F(lengths) {
  return length(v3(x)) + distance(v3(x), v3(x, 4)) + sum(normalize(v3(x))) + l1Norm(v3(x)) +
         lxNorm(v3(x), 3u);
}
F(reflections) {
  dvec3 n = normalize(v3(x, 2));
  return sum(reflect(v3(x), n)) + sum(refract(normalize(v3(x)), n, 0.7)) +
         sum(faceforward(v3(x), n, v3(x, 3)));
}
F(mixtures) {
  return sum(mix(v3(x), v3(x, 2), x[1])) + sum(smoothstep(dvec3(0), dvec3(3), v3(x))) +
         sum(clamp(v3(x), 0.2, 0.9)) + sum(step(0.5, v3(x))) + sum(fract(v3(x) * 3.0)) +
         sum(mod(v3(x), 0.7));
}
F(elementary) {
  return sum(sin(v3(x)) + exp(v4(x).xyz() * 0.1) + pow(v3(x), dvec3(1.5)) + inversesqrt(v3(x)) +
             log2(v3(x)) + asinh(v3(x)) + atan(v3(x), dvec3(2.0)));
}
F(views) {
  return sum(lookAt(v3(x), dvec3(0), dvec3(0, 1, 0.1))) +
         sum(perspective(x[0], 1.3, 0.1, 50 + x[1])) +
         sum(ortho(-x[0], 2.0, -1.0, x[1], 0.1, 9.0)) +
         sum(frustum(-x[0], 1.0, -1.0, x[1], 0.5, 9.0));
}
F(transforms) {
  dmat4 m = translate(dmat4(1), v3(x));
  m = rotate(m, x[1], dvec3(1, 2, 3));
  m = scale(m, v3(x, 2));
  return sum(m) + sum(project(v3(x), m, m4(x), dvec4(0, 0, 640, 480)));
}
F(unprojected) { return sum(unProject(v3(x), m4(x), m4(x) + dmat4(1.0), dvec4(0, 0, 640, 480))); }
F(quaternions) {
  dquat a = q(x), b = angleAxis(x[1], normalize(dvec3(1, 2, 3)));
  return sum(mat3_cast(a * b)) + sum(a * v3(x)) + dot(a, b) + sum(eulerAngles(a)) + angle(a) +
         sum(axis(a));
}
F(interpolations) {
  dquat a = q(x), b = angleAxis(x[1] + 1, normalize(dvec3(1, 2, 3)));
  dquat s = slerp(a, b, x[2]), l = lerp(a, b, x[2]), m = glm::mix(a, b, x[0] * 0.3);
  return s.x + 2 * s.w + l.y * 3 + m.z + squad(a, b, s, l, 0.3).x;
}
F(powers) {
  dquat a = q(x);
  dquat e = exp(a), l = log(a), p = pow(a, 1.0 + x[0]);
  return e.x + l.y + p.z + p.w + sum(mat4_cast(quat_cast(mat4_cast(a))));
}
F(euler_angles) {
  return sum(eulerAngleXYZ(x[0], x[1], x[2])) + sum(yawPitchRoll(x[0], x[1], x[2])) +
         sum(orientate3(v3(x)));
}
F(decomposed) {
  dmat4 m = translate(dmat4(1), v3(x));
  m = rotate(m, x[1], normalize(dvec3(1, 2, 3)));
  m = scale(m, v3(x, 2));
  dvec3 s, t, k;
  dquat o;
  dvec4 p;
  decompose(m, s, o, t, k, p);
  return sum(s) + sum(t) + o.x + o.w * 2 + sum(k);
}
F(factors) {
  dmat3 a(m4(x)), Q, R;
  qr_decompose(a, Q, R);
  double s = sum(Q) + sum(R);
  rq_decompose(a, Q, R);
  return s + sum(Q) * sum(R);
}
F(splines) {
  return sum(catmullRom(v3(x), v3(x, 2), v3(x, 3), v3(x, 4), x[2])) +
         sum(hermite(v3(x), v3(x, 2), v3(x, 3), v3(x, 4), x[1])) +
         sum(cubic(v3(x), v3(x, 2), v3(x, 3), v3(x, 4), x[0]));
}
F(rotations) {
  return sum(rotate(v3(x), x[1], normalize(dvec3(1, 2, 3)))) + sum(rotateX(v3(x), x[2])) +
         angle(normalize(v3(x)), normalize(v3(x, 2))) + sum(proj(v3(x), v3(x, 2))) +
         sum(slerp(normalize(v3(x)), normalize(v3(x, 2)), x[0]));
}
F(intersections) {
  dvec2 b;
  double d;
  dvec3 o(x[0] * 0.1, x[1] * 0.1, -3), dir = normalize(dvec3(0.1 * x[2], 0.05, 1));
  intersectRayTriangle(o, dir, dvec3(-3, -2, 0), dvec3(3, -2, x[0]), dvec3(0, 4, 1), b, d);
  dvec3 p, n;
  intersectRaySphere(o, dir, dvec3(0, 0, 1), 1 + 0.1 * x[0], p, n);
  return b.x + 2 * b.y + 3 * d + sum(p) + sum(n);
}
F(noises) {
  return perlin(dvec3(x[0], x[1], x[2])) + simplex(dvec2(x[0], x[2])) +
         perlin(dvec4(x[0], x[1], x[2], 0.3)) + simplex(dvec3(x[1], x[2], x[0]));
}
F(polar_coordinates) { return sum(polar(v3(x))) + sum(euclidean(dvec2(x[0], x[1]))); }
F(axes) {
  dmat4 m = m4(x);
  m = rotate(dmat4(1), x[0], normalize(dvec3(1, x[1], 2)));
  dvec3 a;
  double w;
  axisAngle(m, a, w);
  return sum(a) + w + sum(interpolate(m, rotate(dmat4(1), x[1], normalize(dvec3(2, 1, 2))), x[2]));
}
F(dual_quaternions) {
  ddualquat d(q(x), v3(x));
  d = normalize(d);
  return sum(d * v3(x, 2)) + sum(mat3x4_cast(d)[0]);
}
int main() {
#define EACH(NAME) COMPARE(NAME, 3, 1e-6, 0.8, 0.55, 0.4)
  EACH(products);
  EACH(inverses);
  EACH(lengths);
  EACH(reflections);
  EACH(mixtures);
  EACH(elementary);
  EACH(views);
  EACH(transforms);
  EACH(unprojected);
  EACH(quaternions);
  EACH(interpolations);
  EACH(powers);
  EACH(euler_angles);
  EACH(decomposed);
  EACH(factors);
  EACH(splines);
  EACH(rotations);
  EACH(intersections);
  EACH(noises);
  EACH(polar_coordinates);
  EACH(axes);
  EACH(dual_quaternions);
  return reported();
}
