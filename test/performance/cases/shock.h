/*===- shock.h - shock hydrodynamics on an unstructured mesh of hexahedra --===
 *
 * A Lagrangian code as they are written: the mesh is lists of the nodes of each
 * element, the elements belong to materials, each with a list of its own, and a
 * time step is functions that the compiler does not inline: forces gathered from
 * elements at their nodes, motion, new volumes and their rates, artificial
 * viscosity, and per material an equation of state on scratch arrays, energy and
 * pressure by predictor and corrector. The result is the kinetic energy; unknown
 * are the elements' first energies.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_SHOCK_H
#define BENCH_SHOCK_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

struct HexMesh {
  int side;
  std::vector<int> corner; // eight nodes an element
  std::vector<std::vector<int>> material;
  std::vector<int> effort; // of each material: how often its equation is solved
  std::vector<double> nodeMass, elementMass, firstVolume;
  std::vector<int> wall[3]; // nodes that do not move along x, y, z
  int elements() const { return side * side * side; }
  int nodes() const { return (side + 1) * (side + 1) * (side + 1); }

  explicit HexMesh(int side) : side(side), material(3), effort{1, 2, 4} {
    int row = side + 1, plane = row * row;
    nodeMass.assign(nodes(), 0);
    for (int i = 0; i < side; i++)
      for (int j = 0; j < side; j++)
        for (int k = 0; k < side; k++) {
          int n = i * plane + j * row + k, element = int(firstVolume.size());
          for (int node : {n, n + 1, n + row + 1, n + row, n + plane, n + plane + 1, n + plane + row + 1,
                           n + plane + row}) {
            corner.push_back(node);
            nodeMass[node] += 1.0 / elements() / 8;
          }
          firstVolume.push_back(1.0 / elements());
          elementMass.push_back(1.0 / elements());
          material[element % 7 < 4 ? 0 : element % 7 < 6 ? 1 : 2].push_back(element);
        }
    for (int a = 0; a < row; a++)
      for (int b = 0; b < row; b++) {
        wall[0].push_back(a * row + b);
        wall[1].push_back(a * plane + b);
        wall[2].push_back(a * plane + b * row);
      }
  }
};

/** All fields, by element or by node. */
template <class T> class Fields {
public:
  explicit Fields(const HexMesh &mesh)
      : mesh(mesh), node(9 * mesh.nodes(), T(0.0)), element(8 * mesh.elements(), T(0.0)) {}
  T &x(int axis, int i) { return node[axis * mesh.nodes() + i]; }
  T &velocity(int axis, int i) { return node[(3 + axis) * mesh.nodes() + i]; }
  T &force(int axis, int i) { return node[(6 + axis) * mesh.nodes() + i]; }
  T &energy(int i) { return element[i]; }
  T &pressure(int i) { return element[mesh.elements() + i]; }
  T &viscosity(int i) { return element[2 * mesh.elements() + i]; }
  T &volume(int i) { return element[3 * mesh.elements() + i]; } // over the first one
  T &newVolume(int i) { return element[4 * mesh.elements() + i]; }
  T &rate(int i) { return element[5 * mesh.elements() + i]; } // of volume, over the volume
  T &length(int i) { return element[6 * mesh.elements() + i]; }
  T &sound(int i) { return element[7 * mesh.elements() + i]; }
  const HexMesh &mesh;

private:
  std::vector<T> node, element;
};

inline constexpr int faces[6][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};

/** Each corner's share of the outward normals of the faces around it. */
template <class T> void normals(const T (&x)[3][8], T (&normal)[3][8]) {
  for (int axis = 0; axis < 3; axis++)
    for (int i = 0; i < 8; i++)
      normal[axis][i] = 0.0;
  for (auto &f : faces)
    for (int axis = 0; axis < 3; axis++) {
      int u = (axis + 1) % 3, v = (axis + 2) % 3;
      T area = 0.5 * ((x[u][f[2]] - x[u][f[0]]) * (x[v][f[3]] - x[v][f[1]]) -
                      (x[v][f[2]] - x[v][f[0]]) * (x[u][f[3]] - x[u][f[1]]));
      for (int i : f)
        normal[axis][i] += 0.25 * area;
    }
}

template <class T> [[gnu::noinline]] void forces(Fields<T> &d) {
  const int *corner = d.mesh.corner.data();
  for (int axis = 0; axis < 3; axis++)
    for (int n = 0; n < d.mesh.nodes(); n++)
      d.force(axis, n) = 0.0;
  for (int e = 0; e < d.mesh.elements(); e++) {
    T x[3][8], normal[3][8];
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < 8; i++)
        x[axis][i] = d.x(axis, corner[8 * e + i]);
    normals(x, normal);
    T stress = d.pressure(e) + d.viscosity(e);
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < 8; i++)
        d.force(axis, corner[8 * e + i]) += stress * normal[axis][i];
  }
}

template <class T> [[gnu::noinline]] void move(Fields<T> &d, double step) {
  for (int axis = 0; axis < 3; axis++) {
    for (int n : d.mesh.wall[axis])
      d.force(axis, n) = 0.0;
    for (int n = 0; n < d.mesh.nodes(); n++) {
      d.velocity(axis, n) += step * d.force(axis, n) / d.mesh.nodeMass[n];
      d.x(axis, n) += step * d.velocity(axis, n);
    }
  }
}

template <class T> [[gnu::noinline]] void kinematics(Fields<T> &d, double step) {
  using std::cbrt;
  const int *corner = d.mesh.corner.data();
  for (int e = 0; e < d.mesh.elements(); e++) {
    T x[3][8], normal[3][8];
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < 8; i++)
        x[axis][i] = d.x(axis, corner[8 * e + i]);
    normals(x, normal);
    T volume = 0.0, growth = 0.0;
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < 8; i++) {
        volume += x[axis][i] * normal[axis][i] / 3.0;
        growth += d.velocity(axis, corner[8 * e + i]) * normal[axis][i];
      }
    d.newVolume(e) = volume / d.mesh.firstVolume[e];
    d.rate(e) = growth / volume;
    d.length(e) = cbrt(volume);
  }
}

template <class T> [[gnu::noinline]] void viscosities(Fields<T> &d) {
  for (int e = 0; e < d.mesh.elements(); e++) {
    T jump = d.rate(e) * d.length(e);
    if (jump < 0.0) {
      T density = d.mesh.elementMass[e] / (d.newVolume(e) * d.mesh.firstVolume[e]);
      d.viscosity(e) = density * (2.0 * jump * jump - 0.5 * d.sound(e) * jump);
    } else {
      d.viscosity(e) = 0.0;
    }
  }
}

template <class T>
[[gnu::noinline]] void pressures(int n, T *pressure, const T *energy, const T *volume, const std::vector<int> &list) {
  for (int i = 0; i < n; i++) {
    T compression = 1.0 / volume[list[i]];
    pressure[i] = 2.0 / 3.0 * compression * energy[i];
    if (pressure[i] < 1e-9)
      pressure[i] = 0.0;
  }
}

/** Energy, pressure and speed of sound of one material. */
template <class T> [[gnu::noinline]] void equationOfState(Fields<T> &d, const std::vector<int> &list, int effort) {
  using std::sqrt;
  int n = int(list.size());
  std::vector<T> before(n), energy(n), half(n), pressure(n), change(n);
  for (int again = 0; again < effort; again++) {
    for (int i = 0; i < n; i++) {
      int e = list[i];
      before[i] = d.energy(e);
      change[i] = d.newVolume(e) - d.volume(e);
      energy[i] = before[i] - 0.5 * change[i] * (d.pressure(e) + d.viscosity(e));
      if (energy[i] < 1e-9)
        energy[i] = 1e-9;
    }
    pressures(n, half.data(), energy.data(), &d.newVolume(0), list);
    for (int i = 0; i < n; i++) {
      int e = list[i];
      energy[i] = before[i] - 0.5 * change[i] * (d.pressure(e) + half[i] + 2.0 * d.viscosity(e));
      if (energy[i] < 1e-9)
        energy[i] = 1e-9;
    }
    pressures(n, pressure.data(), energy.data(), &d.newVolume(0), list);
  }
  for (int i = 0; i < n; i++) {
    int e = list[i];
    d.energy(e) = energy[i];
    d.pressure(e) = pressure[i];
    d.sound(e) = sqrt(10.0 / 9.0 * energy[i] + 1e-9);
  }
}

template <class T> [[gnu::noinline]] void step(Fields<T> &d, double length) {
  forces(d);
  move(d, length);
  kinematics(d, length);
  viscosities(d);
  for (std::size_t m = 0; m < d.mesh.material.size(); m++)
    equationOfState(d, d.mesh.material[m], d.mesh.effort[m]);
  for (int e = 0; e < d.mesh.elements(); e++)
    d.volume(e) = d.newVolume(e);
}

template <class T> T shock(const HexMesh *mesh, int steps, double length, const T *energy) {
  Fields<T> d(*mesh);
  int row = mesh->side + 1;
  for (int n = 0; n < mesh->nodes(); n++) {
    d.x(0, n) = double(n / (row * row)) / mesh->side;
    d.x(1, n) = double(n / row % row) / mesh->side;
    d.x(2, n) = double(n % row) / mesh->side;
  }
  for (int e = 0; e < mesh->elements(); e++) {
    d.energy(e) = energy[e];
    d.volume(e) = 1.0;
    d.pressure(e) = 2.0 / 3.0 * energy[e];
    d.sound(e) = 1.0;
  }
  for (int s = 0; s < steps; s++)
    step(d, length);
  T sum = 0.0;
  for (int axis = 0; axis < 3; axis++)
    for (int n = 0; n < mesh->nodes(); n++)
      sum += 0.5 * mesh->nodeMass[n] * d.velocity(axis, n) * d.velocity(axis, n);
  return sum;
}

struct Shock {
  HexMesh mesh;
  int steps;
  std::vector<double> x;
  Shock(int side, int steps) : mesh(side), steps(steps) {
    x = bench::Random().numbers(mesh.elements(), 0.9, 1.1);
    x[0] += 20;
  }
  std::string size() const {
    return "shock elements=" + std::to_string(mesh.side) + "³ steps=" + std::to_string(steps);
  }
  template <class T> T value(const T *x) const { return shock(&mesh, steps, 0.02 / mesh.side, x); }
};
using Case = Shock;

#endif
