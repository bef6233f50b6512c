// any: a value, a structure on the heap, a string, in one vector.
#include "check.h"
#include <any>
#include <string>
#include <vector>

struct Vector3 {
  double x, y, z;
};

double f(const double *x) {
  std::vector<std::any> things;
  things.emplace_back(x[0] * x[1]);
  things.emplace_back(Vector3{x[0], x[1], 2});
  things.emplace_back(std::string("text"));
  things.push_back(things[1]);
  double r = 0;
  for (const std::any &thing : things) {
    if (auto *value = std::any_cast<double>(&thing))
      r += *value * *value;
    else if (auto *vector = std::any_cast<Vector3>(&thing))
      r += vector->x * vector->y * vector->z;
    else
      r += std::any_cast<const std::string &>(thing).size() * x[0];
  }
  return r;
}

CHECK_FUNCTION(f, 2, 0.5, -1.5);
