// Three-dimensional vectors by value: cross products, norms, a reflection.
#include "check.h"
typedef struct {
  double x, y, z;
} vec3;

static vec3 cross(vec3 a, vec3 b) {
  return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static double dot(vec3 a, vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec3 axpy(double s, vec3 a, vec3 b) {
  return (vec3){s * a.x + b.x, s * a.y + b.y, s * a.z + b.z};
}
static vec3 normalize(vec3 a) {
  const double length = sqrt(dot(a, a));
  return (vec3){a.x / length, a.y / length, a.z / length};
}
double f(const double *p) {
  const vec3 a = {p[0], p[1], p[2]}, b = {p[3], p[4], p[5]};
  const vec3 normal = normalize(cross(a, b));
  const vec3 mirrored = axpy(-2 * dot(a, normal) + 1, normal, b);
  return dot(mirrored, a) + mirrored.z * normal.x;
}

CHECK_FUNCTION(f, 6, 1, 2, 3, -1, 0.5, 2);
