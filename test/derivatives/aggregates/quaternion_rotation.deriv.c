// A rotation by a quaternion, one struct of four doubles passed around.
#include "check.h"
typedef struct {
  double w, x, y, z;
} quaternion;

NOINLINE static quaternion product(quaternion a, quaternion b) {
  return (quaternion){
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
double f(const double *p) {
  const quaternion q = {p[0], p[1], p[2], p[3]}, conjugate = {q.w, -q.x, -q.y, -q.z},
                   v = {0, 1, 2, 3};
  const quaternion r = product(product(q, v), conjugate);
  const double n = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  return (r.x - 2 * r.y + 3 * r.z) / n;
}

CHECK_FUNCTION(f, 4, 1, 0.2, -0.3, 0.5);
