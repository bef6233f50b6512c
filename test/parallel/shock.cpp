// Shock hydrodynamics on an unstructured mesh of hexahedra, as Lagrangian codes are written: forces
// by element and corner, gathered at nodes through lists; motion; volumes and their rates;
// artificial viscosity by limited gradients across neighbours; an equation of state for each
// material on scratch arrays; the next time step by minima over all elements. Ranks have layers of
// the mesh: forces on the planes between two are added up, and gradients of ghost elements come
// from the neighbour, packed, by nonblocking messages. The inputs are the elements' first energies
// and densities, the value is the internal energy, weighted by place, and some of the kinetic one.
//! check: 8 8
#include "shock_mesh.h"

//--- geometry ---------------------------------------------------------------------

// Each corner's share of the outward normals of the faces around it: the volume's derivative by the
// corner's place.
static void normals(const double x[3][8], double normal[3][8]) {
  for (int axis = 0; axis < 3; axis++)
    for (int i = 0; i < 8; i++)
      normal[axis][i] = 0;
  for (auto &f : Face)
    for (int axis = 0; axis < 3; axis++) {
      int u = (axis + 1) % 3, v = (axis + 2) % 3;
      double area = 0.5 * ((x[u][f[2]] - x[u][f[0]]) * (x[v][f[3]] - x[v][f[1]]) -
                           (x[v][f[2]] - x[v][f[0]]) * (x[u][f[3]] - x[u][f[1]]));
      for (int i : f)
        normal[axis][i] += 0.25 * area;
    }
}

static double volumeOf(const double x[3][8], const double normal[3][8]) {
  double volume = 0;
  for (int axis = 0; axis < 3; axis++)
    for (int i = 0; i < 8; i++)
      volume += x[axis][i] * normal[axis][i];
  return volume / 3;
}

static void collect(const vector<double> *field, const int *nodes, double to[3][8]) {
  for (int axis = 0; axis < 3; axis++)
    for (int i = 0; i < 8; i++)
      to[axis][i] = field[axis][nodes[i]];
}

//--- nodes ------------------------------------------------------------------------

static void sumAtNodes(Domain &d, const vector<double> *corners, bool isFirst) {
#pragma omp parallel for
  for (int n = 0; n < d.nodes; n++)
    for (int axis = 0; axis < 3; axis++) {
      double sum = 0;
      for (int i = d.firstOfNode[n]; i < d.firstOfNode[n + 1]; i++)
        sum += corners[axis][d.cornersOfNode[i]];
      d.f(axis, n) = isFirst ? sum : d.f(axis, n) + sum;
    }
}

static void stressForces(Domain &d) {
  vector<double> stress(d.elements), corners[3];
  for (auto &c : corners)
    c.resize(8 * d.elements);
#pragma omp parallel for
  for (int e = 0; e < d.elements; e++)
    stress[e] = -d.pressure[e] - d.viscosity[e];
#pragma omp parallel for
  for (int e = 0; e < d.elements; e++) {
    double x[3][8], normal[3][8];
    collect(d.position, d.nodesOf(e), x);
    normals(x, normal);
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < 8; i++)
        corners[axis][8 * e + i] = -stress[e] * normal[axis][i];
  }
  sumAtNodes(d, corners, true);
}

// Forces against the shapes of an element that have no strain (Flanagan and Belytschko).
static void hourglassForces(Domain &d) {
  vector<double> corners[3];
  for (auto &c : corners)
    c.resize(8 * d.elements);
#pragma omp parallel for
  for (int e = 0; e < d.elements; e++) {
    double x[3][8], v[3][8], normal[3][8], force[3][8] = {};
    collect(d.position, d.nodesOf(e), x);
    collect(d.velocity, d.nodesOf(e), v);
    normals(x, normal);
    double volume = volumeOf(x, normal);
    double much = -0.03 * d.sound[e] * d.mass[e] / cbrt(volume);
    for (int mode = 0; mode < 4; mode++) {
      double shape[8], along[3] = {};
      for (int i = 0; i < 8; i++) {
        int s[3] = {2 * Corner[i][0] - 1, 2 * Corner[i][1] - 1, 2 * Corner[i][2] - 1};
        shape[i] = mode == 3 ? s[0] * s[1] * s[2] : s[(mode + 1) % 3] * s[(mode + 2) % 3];
        for (int axis = 0; axis < 3; axis++)
          along[axis] += shape[i] * x[axis][i];
      }
      for (int i = 0; i < 8; i++)
        shape[i] -=
            (along[0] * normal[0][i] + along[1] * normal[1][i] + along[2] * normal[2][i]) / volume;
      for (int axis = 0; axis < 3; axis++) {
        double speed = 0;
        for (int i = 0; i < 8; i++)
          speed += shape[i] * v[axis][i];
        for (int i = 0; i < 8; i++)
          force[axis][i] += much * speed * shape[i];
      }
    }
    for (int axis = 0; axis < 3; axis++)
      std::copy_n(force[axis], 8, &corners[axis][8 * e]);
  }
  sumAtNodes(d, corners, false);
}

static void moveNodes(Domain &d) {
  for (int axis = 0; axis < 3; axis++) {
    int fixed = int(d.fixedNodes[axis].size());
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < fixed; i++)
        d.f(axis, d.fixedNodes[axis][i]) = 0;
#pragma omp for nowait
      for (int n = 0; n < d.nodes; n++) {
        double speed = d.v(axis, n) + d.step * d.f(axis, n) / d.nodeMass[n];
        if (std::fabs(speed) < 1e-7)
          speed = 0;
        d.v(axis, n) = speed;
        d.x(axis, n) += d.step * speed;
      }
    }
  }
}

static void lagrangeNodes(Domain &d) {
  stressForces(d);
  hourglassForces(d);
#ifdef WITH_MPI
  addUp(d, {&d.force[0], &d.force[1], &d.force[2]}, Sums);
#endif
  moveNodes(d);
}

//--- elements ---------------------------------------------------------------------

static void kinematics(Domain &d) {
#pragma omp parallel for
  for (int e = 0; e < d.elements; e++) {
    double x[3][8], v[3][8], normal[3][8], growth = 0;
    collect(d.position, d.nodesOf(e), x);
    collect(d.velocity, d.nodesOf(e), v);
    normals(x, normal);
    double volume = volumeOf(x, normal);
    d.newVolume[e] = volume / d.firstVolume[e];
    d.change[e] = d.newVolume[e] - d.volume[e];
    d.length[e] = cbrt(volume);
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < 8; i++)
        x[axis][i] -= 0.5 * d.step * v[axis][i];
    normals(x, normal);
    for (int axis = 0; axis < 3; axis++)
      for (int i = 0; i < 8; i++)
        growth += v[axis][i] * normal[axis][i];
    d.rate[e] = growth / volumeOf(x, normal);
  }
}

// Of velocities and places along the element's axes.
static void gradients(Domain &d) {
#pragma omp parallel for
  for (int e = 0; e < d.elements; e++) {
    double x[3][8], v[3][8], normal[3][8], across[3][3], jump[3][3];
    collect(d.position, d.nodesOf(e), x);
    collect(d.velocity, d.nodesOf(e), v);
    normals(x, normal);
    double volume = volumeOf(x, normal);
    for (int way = 0; way < 3; way++)
      for (int axis = 0; axis < 3; axis++) {
        across[way][axis] = jump[way][axis] = 0;
        for (int i = 0; i < 8; i++) {
          across[way][axis] += Corner[i][way] ? 0.25 * x[axis][i] : -0.25 * x[axis][i];
          jump[way][axis] += Corner[i][way] ? 0.25 * v[axis][i] : -0.25 * v[axis][i];
        }
      }
    for (int way = 0; way < 3; way++) {
      const double *a = across[(way + 1) % 3], *b = across[(way + 2) % 3];
      double area[3], square = 1e-36, along = 0;
      for (int axis = 0; axis < 3; axis++) {
        int u = (axis + 1) % 3, w = (axis + 2) % 3;
        area[axis] = a[u] * b[w] - a[w] * b[u];
        square += area[axis] * area[axis];
        along += area[axis] * jump[way][axis];
      }
      d.placeGradient[way][e] = volume / std::sqrt(square);
      d.speedGradient[way][e] = along / std::sqrt(square);
    }
  }
}

static double beside(const Domain &d, int axis, int side, int e) {
  switch (d.boundary[axis][side][e]) {
  case Inner:
    return d.speedGradient[axis][d.neighbour[axis][side][e]];
  case Symmetric:
    return d.speedGradient[axis][e];
  default:
    return 0;
  }
}

static void monotonicViscosity(Domain &d, const vector<int> &list) {
#pragma omp parallel for
  for (int i = 0; i < int(list.size()); i++) {
    int e = list[i];
    double linear = 0, quadratic = 0;
    for (int axis = 0; axis < 3; axis++) {
      double here = d.speedGradient[axis][e], over = 1 / (here + 1e-36);
      double before = beside(d, axis, 0, e) * over, behind = beside(d, axis, 1, e) * over;
      double limit = 0.5 * (before + behind);
      if (2 * before < limit)
        limit = 2 * before;
      if (2 * behind < limit)
        limit = 2 * behind;
      if (limit < 0)
        limit = 0;
      if (limit > 1)
        limit = 1;
      double closing = std::min(0.0, here * d.placeGradient[axis][e]);
      linear += closing * (1 - limit);
      quadratic += closing * closing * (1 - limit * limit);
    }
    double density = d.mass[e] / (d.firstVolume[e] * d.newVolume[e]);
    if (d.rate[e] > 0)
      linear = quadratic = 0;
    d.linear[e] = -0.5 * density * linear;
    d.quadratic[e] = 0.66 * density * quadratic;
  }
}

static void pressures(int n, const double *compression, const double *energy, double *pressure) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double p = 2.0 / 3 * (compression[i] + 1) * energy[i];
    if (std::fabs(p) < 1e-7)
      p = 0;
    pressure[i] = p < 0 ? 0 : p;
  }
}

static double soundSpeed(double compression, double energy, double pressure) {
  double square = 2.0 / 3 * (energy + pressure / (compression + 1));
  return square <= 1e-12 ? 1e-6 : std::sqrt(square);
}

// Energy, pressure and viscosity of one material by a predictor and two correctors; on scratch
// arrays, in the order of the list.
static void equationOfState(Domain &d, const vector<int> &list, int effort) {
  int n = int(list.size());
  double *before = (double *)malloc(n * sizeof(double)),
         *stress = (double *)malloc(n * sizeof(double));
  vector<double> change(n), compression(n), half(n), energy(n), pressure(n), viscosity(n),
      halfPressure(n);
  for (int again = 0; again < effort; again++) {
#pragma omp parallel
    {
#pragma omp for nowait
      for (int i = 0; i < n; i++) {
        before[i] = d.energy[list[i]];
        change[i] = d.change[list[i]];
      }
#pragma omp for
      for (int i = 0; i < n; i++) {
        int e = list[i];
        stress[i] = d.pressure[e] + d.viscosity[e];
        compression[i] = 1 / d.newVolume[e] - 1;
        half[i] = 1 / (d.newVolume[e] - 0.5 * d.change[e]) - 1;
      }
#pragma omp for
      for (int i = 0; i < n; i++)
        energy[i] = std::max(1e-9, before[i] - 0.5 * change[i] * stress[i]);
    }
    pressures(n, half.data(), energy.data(), halfPressure.data());
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      int e = list[i];
      viscosity[i] = change[i] > 0 ? 0
                                   : soundSpeed(half[i], energy[i], halfPressure[i]) * d.linear[e] +
                                         d.quadratic[e];
      energy[i] =
          std::max(1e-9, energy[i] + 0.5 * change[i] *
                                         (3 * stress[i] - 4 * (halfPressure[i] + viscosity[i])));
    }
    pressures(n, compression.data(), energy.data(), pressure.data());
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      int e = list[i];
      double last =
          change[i] > 0
              ? 0
              : soundSpeed(compression[i], energy[i], pressure[i]) * d.linear[e] + d.quadratic[e];
      double work = 7 * stress[i] - 8 * (halfPressure[i] + viscosity[i]) + pressure[i] + last;
      energy[i] = std::max(1e-9, energy[i] - work * change[i] / 6);
    }
    pressures(n, compression.data(), energy.data(), pressure.data());
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      int e = list[i];
      if (change[i] <= 0)
        viscosity[i] =
            soundSpeed(compression[i], energy[i], pressure[i]) * d.linear[e] + d.quadratic[e];
    }
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int e = list[i];
    d.energy[e] = energy[i];
    d.pressure[e] = pressure[i];
    d.viscosity[e] = viscosity[i];
    d.sound[e] = soundSpeed(compression[i], energy[i], pressure[i]);
  }
  free(before);
  free(stress);
}

static void lagrangeElements(Domain &d) {
  kinematics(d);
  gradients(d);
#ifdef WITH_MPI
  GhostExchange exchange;
  startGhosts(d, exchange);
  finishGhosts(d, exchange);
#endif
  for (auto &list : d.material)
    monotonicViscosity(d, list);
  for (int m = 0; m < int(d.material.size()); m++)
    equationOfState(d, d.material[m], 1 + m);
#pragma omp parallel for
  for (int e = 0; e < d.elements; e++)
    d.volume[e] = d.newVolume[e];
}

//--- time -------------------------------------------------------------------------

static void constraints(Domain &d, const vector<int> &list) {
#ifdef _OPENMP
  vector<double> least(omp_get_max_threads(), 1e20);
#else
  vector<double> least(1, 1e20);
#endif
#pragma omp parallel
  {
    double own = d.courant;
    int thread = 0;
#ifdef _OPENMP
    thread = omp_get_thread_num();
#endif
#pragma omp for
    for (int i = 0; i < int(list.size()); i++) {
      int e = list[i];
      double square = d.sound[e] * d.sound[e];
      if (d.rate[e] < 0)
        square += 64.0 / 9 * d.length[e] * d.length[e] * d.rate[e] * d.rate[e];
      double allowed = d.length[e] / std::sqrt(square);
      if (d.rate[e] != 0 && allowed < own)
        own = allowed;
    }
    least[thread] = own;
  }
  for (double own : least)
    d.courant = std::min(d.courant, own);
  double hydro = d.hydro;
#pragma omp parallel for reduction(min : hydro)
  for (int i = 0; i < int(list.size()); i++)
    if (d.rate[list[i]] != 0)
      hydro = std::min(hydro, 0.1 / (std::fabs(d.rate[list[i]]) + 1e-20));
  d.hydro = hydro;
}

static void nextStep(Domain &d) {
  double least = 1e20;
  if (d.courant < least)
    least = d.courant / 2;
  if (d.hydro < least)
    least = d.hydro * 2 / 3;
#ifdef WITH_MPI
  double own = least;
  MPI_Allreduce(&own, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
#endif
  double ratio = least / d.step;
  if (ratio >= 1 && ratio < 1.1)
    least = d.step;
  else if (ratio > 1.2)
    least = 1.2 * d.step;
  d.step = least;
  d.time += d.step;
}

static void advance(Domain &d) {
  nextStep(d);
  lagrangeNodes(d);
  lagrangeElements(d);
  d.courant = d.hydro = 1e20;
  for (auto &list : d.material)
    constraints(d, list);
}

static void begin(Domain &d, const problem *p, const double *input) {
  int row = d.side + 1;
  for (int n = 0; n < d.nodes; n++) {
    d.x(0, n) = double(n % row) / d.side;
    d.x(1, n) = double(n / row % row) / d.side;
    d.x(2, n) = double(n / d.nodePlane + p->first) / d.side;
  }
  for (int e = 0; e < d.elements; e++) {
    d.firstVolume[e] = 1.0 / d.plane / d.side;
    d.volume[e] = 1;
    d.mass[e] = input[d.elements + e] * d.firstVolume[e];
    d.energy[e] = input[e];
    d.pressure[e] = 2.0 / 3 * input[e];
    d.sound[e] = soundSpeed(0, d.energy[e], d.pressure[e]);
    for (int i = 0; i < 8; i++)
      d.nodeMass[d.nodesOf(e)[i]] += d.mass[e] / 8;
  }
#ifdef WITH_MPI
  addUp(d, {&d.nodeMass}, Sums);
#endif
}

static double value(const problem *p, const double *input) {
  Domain d(*p);
  begin(d, p, input);
  for (int s = 0; s < p->steps; s++)
    advance(d);
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int e = 0; e < d.elements; e++)
    sum += d.firstVolume[e] * d.energy[e] * (1 + 0.3 * d.position[2][d.nodesOf(e)[0]]) +
           d.mass[e] * d.v(0, d.nodesOf(e)[6]);
  return sum;
}

//--- the frame --------------------------------------------------------------------

static problem *prepare(int size, int steps) {
  int first = size * rank / ranks;
  return new problem{size, steps, first, size * (rank + 1) / ranks - first};
}

static int inputs(const problem *p) { return 2 * p->layers * p->side * p->side; }

static int all_inputs(const problem *p) { return 2 * p->side * p->side * p->side; }

static int place(const problem *p, int i) {
  int own = inputs(p) / 2;
  return p->first * p->side * p->side + i % own + (i < own ? 0 : all_inputs(p) / 2);
}

static double start(const problem *p, int at) {
  int elements = all_inputs(p) / 2;
  return at < elements ? 1 + 0.1 * std::sin(1.7 * at) + (at == 0 ? 5 : 0)
                       : 1 + 0.05 * std::cos(2.3 * at);
}
