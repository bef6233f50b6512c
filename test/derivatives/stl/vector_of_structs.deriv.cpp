// Vectors of structures with strings, integers and values, copied and moved about.
// also: -stdlib=libc++ -static-libstdc++
// also: -std=c++20
// also: -D_GLIBCXX_DEBUG
#include "check.h"
#include <string>
#include <utility>
#include <vector>

struct Particle {
  std::string name;
  double mass;
  int charge;
  std::vector<double> position;
};

double f(const double *x, int n) {
  std::vector<Particle> particles;
  for (int i = 0; i < n; i++)
    particles.push_back({"a particle with a long name number " + std::to_string(i), x[i], i, {x[i], 2 * x[i], 1.0}});
  std::vector<Particle> copy = particles;
  copy[0].mass *= 2;
  particles.push_back(std::move(copy[0]));
  std::swap(particles[0], particles[1]);
  double energy = 0;
  for (const Particle &a : particles)
    for (double p : a.position)
      energy += a.mass * p * p * (a.charge + 1) * (a.name.size() > 5 ? 1 : 2);
  return energy;
}

CHECK_FUNCTION_N(f, 3, 0.5, -1.5, 0.75);
