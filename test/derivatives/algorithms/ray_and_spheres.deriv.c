// Rays against spheres: the nearest hit, a reflection, an early exit, shading by the normal.
#include "check.h"

typedef struct {
  double x, y, z;
} vec;
static vec along(vec o, vec d, double t) {
  return (vec){o.x + t * d.x, o.y + t * d.y, o.z + t * d.z};
}
static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double f(const double *p) {
  const vec centre[2] = {{p[0], 0.1, 3}, {-0.8, p[1], 4}};
  const double radius[2] = {p[2], 0.9};
  double light = 0;
  for (int pixel = 0; pixel < 4; pixel++) {
    vec o = {0, 0, 0}, d = {0.1 * pixel - 0.2, 0.05 * pixel, 1};
    double weight = 1;
    for (int bounce = 0; bounce < 3; bounce++) {
      double nearest = 1e9;
      int hit = -1;
      for (int s = 0; s < 2; s++) {
        const vec oc = along(o, centre[s], -1);
        const double a = dot(d, d), b = dot(oc, d),
                     disc = b * b - a * (dot(oc, oc) - radius[s] * radius[s]);
        if (disc < 0)
          continue;
        const double t = (-b - sqrt(disc)) / a;
        if (t > 1e-3 && t < nearest)
          nearest = t, hit = s;
      }
      if (hit < 0)
        break;
      o = along(o, d, nearest);
      const vec n = along(o, centre[hit], -1);
      const double cosine = dot(d, n) / radius[hit];
      light -= weight * cosine;
      weight *= 0.5;
      d = along(d, n, -2 * cosine / radius[hit]);
    }
  }
  return light;
}

CHECK_FUNCTION(f, 3, 0.2, 0.3, 1.1);
