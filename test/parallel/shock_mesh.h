// The mesh and the fields of shock.cpp, and what ranks exchange of them.
#ifndef PARALLEL_SHOCK_MESH_H
#define PARALLEL_SHOCK_MESH_H
#include "frame.h"
#include <algorithm>
#include <cmath>
#include <vector>

using std::vector;

struct problem {
  int side, steps, first, layers; // elements along each axis; this rank's layers
};

// A corner of the unit cube, in the order of an element's nodes, and the two others for each axis.
static const int Corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const int Face[6][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5},
                               {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};
enum Boundary { Inner, Symmetric, Free };
enum Tag { Sums = 1, Ghosts };

struct Domain {
  int side, layers, plane, nodePlane, elements, nodes;
  int below, above; // neighbouring ranks, or -1

  vector<int> corner;                     // eight nodes an element
  vector<int> cornersOfNode, firstOfNode; // places in `corner` of each node
  vector<int> neighbour[3][2];            // of each element along each axis
  vector<char> boundary[3][2];
  vector<vector<int>> material;
  vector<int> fixedNodes[3];

  vector<double> position[3], velocity[3], force[3], nodeMass;
  vector<double> energy, pressure, viscosity, linear, quadratic;
  vector<double> volume, newVolume, change, firstVolume, rate, length, sound, mass;
  vector<double> speedGradient[3], placeGradient[3]; // with ghosts
  double time = 0, step, courant = 1e20, hydro = 1e20;

  double &x(int axis, int node) { return position[axis][node]; }
  double &v(int axis, int node) { return velocity[axis][node]; }
  double &f(int axis, int node) { return force[axis][node]; }
  const int *nodesOf(int element) const { return &corner[8 * element]; }

  explicit Domain(const problem &p);
  void connect(const problem &p);
  void allocate();
};

void Domain::connect(const problem &p) {
  int row = side + 1;
  int away[3] = {1, side, plane};
  for (int e = 0; e < elements; e++) {
    int at[3] = {e % side, e / side % side, e / plane};
    for (auto &c : Corner)
      corner.push_back((at[2] + c[2]) * nodePlane + (at[1] + c[1]) * row + at[0] + c[0]);
    material[(e + p.first * plane) % 7 < 4   ? 0
             : (e + p.first * plane) % 7 < 6 ? 1
                                             : 2]
        .push_back(e);
    for (int axis = 0; axis < 3; axis++) {
      int last = (axis == 2 ? layers : side) - 1;
      int before = at[axis] > 0 ? e - away[axis] : axis == 2 && below >= 0 ? elements + e : e;
      int behind = at[axis] < last           ? e + away[axis]
                   : axis == 2 && above >= 0 ? elements + plane + e % plane
                                             : e;
      neighbour[axis][0].push_back(before);
      neighbour[axis][1].push_back(behind);
      boundary[axis][0].push_back(before == e ? Symmetric : Inner);
      boundary[axis][1].push_back(behind == e ? Free : Inner);
    }
  }
  firstOfNode.assign(nodes + 1, 0);
  for (int node : corner)
    firstOfNode[node + 1]++;
  for (int n = 0; n < nodes; n++)
    firstOfNode[n + 1] += firstOfNode[n];
  vector<int> filled(firstOfNode.begin(), firstOfNode.end() - 1);
  cornersOfNode.resize(corner.size());
  for (int i = 0; i < int(corner.size()); i++)
    cornersOfNode[filled[corner[i]]++] = i;
  for (int n = 0; n < nodes; n++) {
    if (n % row == 0)
      fixedNodes[0].push_back(n);
    if (n / row % row == 0)
      fixedNodes[1].push_back(n);
    if (n < nodePlane && below < 0)
      fixedNodes[2].push_back(n);
  }
}

void Domain::allocate() {
  for (int axis = 0; axis < 3; axis++) {
    position[axis].resize(nodes);
    velocity[axis].resize(nodes);
    force[axis].resize(nodes);
    speedGradient[axis].resize(elements + 2 * plane);
    placeGradient[axis].resize(elements);
  }
  nodeMass.resize(nodes);
  for (auto *field : {&energy, &pressure, &viscosity, &linear, &quadratic, &volume, &newVolume,
                      &change, &firstVolume, &rate, &length, &sound, &mass})
    field->resize(elements);
}

Domain::Domain(const problem &p)
    : side(p.side), layers(p.layers), plane(side * side), nodePlane((side + 1) * (side + 1)),
      elements(layers * plane), nodes((layers + 1) * nodePlane), below(p.first > 0 ? rank - 1 : -1),
      above(p.first + p.layers < side ? rank + 1 : -1), material(3), step(0.02 / side) {
  connect(p);
  allocate();
}

//--- exchange ---------------------------------------------------------------------

#ifdef WITH_MPI
// Adds what the neighbours have for the nodes that both have.
static void addUp(Domain &d, const vector<vector<double> *> &fields, Tag tag) {
  int n = d.nodePlane, size = n * int(fields.size()), far = d.nodes - n, count = 0;
  vector<double> down(size), up(size), fromBelow(size), fromAbove(size);
  MPI_Request requests[4];
  if (d.below >= 0)
    MPI_Irecv(fromBelow.data(), size, MPI_DOUBLE, d.below, tag, MPI_COMM_WORLD, &requests[count++]);
  if (d.above >= 0)
    MPI_Irecv(fromAbove.data(), size, MPI_DOUBLE, d.above, tag, MPI_COMM_WORLD, &requests[count++]);
  for (int k = 0; k < int(fields.size()); k++) {
    std::copy_n(fields[k]->begin(), n, down.begin() + k * n);
    std::copy_n(fields[k]->begin() + far, n, up.begin() + k * n);
  }
  if (d.below >= 0)
    MPI_Isend(down.data(), size, MPI_DOUBLE, d.below, tag, MPI_COMM_WORLD, &requests[count++]);
  if (d.above >= 0)
    MPI_Isend(up.data(), size, MPI_DOUBLE, d.above, tag, MPI_COMM_WORLD, &requests[count++]);
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
  for (int k = 0; k < int(fields.size()); k++)
    for (int i = 0; i < n; i++) {
      if (d.below >= 0)
        (*fields[k])[i] += fromBelow[k * n + i];
      if (d.above >= 0)
        (*fields[k])[far + i] += fromAbove[k * n + i];
    }
}

struct GhostExchange {
  vector<double> down, up, fromBelow, fromAbove;
  MPI_Request requests[4];
  int count = 0;
};

static void startGhosts(Domain &d, GhostExchange &g) {
  int n = d.plane, size = 3 * n;
  for (auto *buffer : {&g.down, &g.up, &g.fromBelow, &g.fromAbove})
    buffer->resize(size);
  if (d.below >= 0)
    MPI_Irecv(g.fromBelow.data(), size, MPI_DOUBLE, d.below, Ghosts, MPI_COMM_WORLD,
              &g.requests[g.count++]);
  if (d.above >= 0)
    MPI_Irecv(g.fromAbove.data(), size, MPI_DOUBLE, d.above, Ghosts, MPI_COMM_WORLD,
              &g.requests[g.count++]);
  for (int axis = 0; axis < 3; axis++)
    for (int i = 0; i < n; i++) {
      g.down[axis * n + i] = d.speedGradient[axis][i];
      g.up[axis * n + i] = d.speedGradient[axis][d.elements - n + i];
    }
  if (d.below >= 0)
    MPI_Isend(g.down.data(), size, MPI_DOUBLE, d.below, Ghosts, MPI_COMM_WORLD,
              &g.requests[g.count++]);
  if (d.above >= 0)
    MPI_Isend(g.up.data(), size, MPI_DOUBLE, d.above, Ghosts, MPI_COMM_WORLD,
              &g.requests[g.count++]);
}

static void finishGhosts(Domain &d, GhostExchange &g) {
  int n = d.plane;
  MPI_Waitall(g.count, g.requests, MPI_STATUSES_IGNORE);
  for (int axis = 0; axis < 3; axis++)
    for (int i = 0; i < n; i++) {
      if (d.below >= 0)
        d.speedGradient[axis][d.elements + i] = g.fromBelow[axis * n + i];
      if (d.above >= 0)
        d.speedGradient[axis][d.elements + n + i] = g.fromAbove[axis * n + i];
    }
}
#endif
#endif
