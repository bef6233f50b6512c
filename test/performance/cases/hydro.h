/*===- hydro.h - Lagrangian hydrodynamics on a mesh of quadrilaterals ------===
 *
 * A blast: energy in one corner. Nodes have place and velocity, zones have mass,
 * energy and volume. A step computes pressure and artificial viscosity, gathers
 * forces of the zones' corners at the nodes through an index array, moves the
 * nodes, and takes the work out of the energy. The result is the kinetic energy;
 * unknown are the zones' first energies.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_HYDRO_H
#define BENCH_HYDRO_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

/** What the step works on; `corner` has four nodes a zone, counter-clockwise. */
template <class T> struct Domain {
  int zones, nodes;
  const int *corner;
  const double *nodeMass, *zoneMass;
  const unsigned char *rim; // 1: no motion in x, 2: none in y
  T *x, *y, *u, *v, *energy, *volume, *pressure, *forceX, *forceY;
};

template <class T> T zoneVolume(const Domain<T> &d, int zone) {
  const int *c = d.corner + 4 * zone;
  return 0.5 * ((d.x[c[2]] - d.x[c[0]]) * (d.y[c[3]] - d.y[c[1]]) -
                (d.x[c[3]] - d.x[c[1]]) * (d.y[c[2]] - d.y[c[0]]));
}

/** How fast the zone's volume grows. */
template <class T> T expansion(const Domain<T> &d, int zone) {
  const int *c = d.corner + 4 * zone;
  return 0.5 * ((d.u[c[2]] - d.u[c[0]]) * (d.y[c[3]] - d.y[c[1]]) - (d.u[c[3]] - d.u[c[1]]) * (d.y[c[2]] - d.y[c[0]]) +
                (d.x[c[2]] - d.x[c[0]]) * (d.v[c[3]] - d.v[c[1]]) - (d.x[c[3]] - d.x[c[1]]) * (d.v[c[2]] - d.v[c[0]]));
}

template <class T> void pressures(const Domain<T> &d) {
  using std::sqrt;
  const double gamma = 1.4;
  for (int z = 0; z < d.zones; z++) {
    T density = d.zoneMass[z] / d.volume[z];
    T pressure = (gamma - 1.0) * density * d.energy[z];
    T rate = expansion(d, z);
    T viscosity = 0.0;
    if (rate < 0.0) { // only what is compressed
      T length = sqrt(d.volume[z]), jump = rate / length;
      T sound = sqrt(gamma * pressure / density);
      viscosity = density * (2.0 * jump * jump - 0.3 * sound * jump);
    }
    d.pressure[z] = pressure + viscosity;
  }
}

template <class T> void forces(const Domain<T> &d) {
  for (int n = 0; n < d.nodes; n++) {
    d.forceX[n] = 0.0;
    d.forceY[n] = 0.0;
  }
  for (int z = 0; z < d.zones; z++) {
    const int *c = d.corner + 4 * z;
    for (int i = 0; i < 4; i++) {
      int before = c[(i + 3) % 4], after = c[(i + 1) % 4];
      d.forceX[c[i]] += 0.5 * d.pressure[z] * (d.y[after] - d.y[before]);
      d.forceY[c[i]] -= 0.5 * d.pressure[z] * (d.x[after] - d.x[before]);
    }
  }
}

template <class T> void move(const Domain<T> &d, double step) {
  for (int n = 0; n < d.nodes; n++) {
    if (!(d.rim[n] & 1))
      d.u[n] += step * d.forceX[n] / d.nodeMass[n];
    if (!(d.rim[n] & 2))
      d.v[n] += step * d.forceY[n] / d.nodeMass[n];
    d.x[n] += step * d.u[n];
    d.y[n] += step * d.v[n];
  }
}

template <class T> void work(const Domain<T> &d) {
  for (int z = 0; z < d.zones; z++) {
    T volume = zoneVolume(d, z);
    d.energy[z] -= d.pressure[z] * (volume - d.volume[z]) / d.zoneMass[z];
    d.volume[z] = volume;
  }
}

template <class T> T kinetic(const Domain<T> &d) {
  T sum = 0.0;
  for (int n = 0; n < d.nodes; n++)
    sum += 0.5 * d.nodeMass[n] * (d.u[n] * d.u[n] + d.v[n] * d.v[n]);
  return sum;
}

struct Mesh {
  int side;
  std::vector<int> corner;
  std::vector<double> nodeMass, zoneMass;
  std::vector<unsigned char> rim;
  explicit Mesh(int side) : side(side), nodeMass((side + 1) * (side + 1)), rim(nodeMass.size()) {
    for (int i = 0; i < side; i++)
      for (int j = 0; j < side; j++) {
        int first = i * (side + 1) + j;
        for (int node : {first, first + side + 1, first + side + 2, first + 1}) {
          corner.push_back(node);
          nodeMass[node] += 0.25 / side / side;
        }
        zoneMass.push_back(1.0 / side / side);
      }
    for (int i = 0; i <= side; i++) {
      rim[i] |= 1;
      rim[i * (side + 1)] |= 2;
    }
  }
};

template <class T> T blast(const Mesh *mesh, int steps, double step, const T *energy) {
  int zones = mesh->side * mesh->side, nodes = int(mesh->nodeMass.size());
  std::vector<T> node(6 * nodes, T(0.0)), zone(3 * zones, T(0.0));
  T *n = node.data(), *z = zone.data();
  Domain<T> d{zones, nodes, mesh->corner.data(), mesh->nodeMass.data(), mesh->zoneMass.data(), mesh->rim.data(),
              n, n + nodes, n + 2 * nodes, n + 3 * nodes, z, z + zones, z + 2 * zones, n + 4 * nodes, n + 5 * nodes};
  for (int i = 0; i < nodes; i++) {
    d.x[i] = double(i / (mesh->side + 1)) / mesh->side;
    d.y[i] = double(i % (mesh->side + 1)) / mesh->side;
  }
  for (int i = 0; i < zones; i++) {
    d.energy[i] = energy[i];
    d.volume[i] = zoneVolume(d, i);
  }
  for (int s = 0; s < steps; s++) {
    pressures(d);
    forces(d);
    move(d, step);
    work(d);
  }
  return kinetic(d);
}

struct Hydro {
  Mesh mesh;
  int steps;
  std::vector<double> x;
  Hydro(int side, int steps) : mesh(side), steps(steps) {
    x = bench::Random().numbers(side * side, 0.9, 1.1);
    x[0] += 10;
  }
  std::string size() const {
    return "hydro zones=" + std::to_string(mesh.side) + "² steps=" + std::to_string(steps);
  }
  template <class T> T value(const T *x) const { return blast(&mesh, steps, 0.05 / mesh.side, x); }
};
using Case = Hydro;

#endif
