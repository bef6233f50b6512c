/*===- docking.h - energies of poses of a molecule in front of another -----===
 *
 * A kernel of virtual screening: a ligand is put into many poses (three angles
 * and a place each), and its energy with a protein is summed over all pairs of
 * atoms: steric, charges, desolvation, each within a range of its own. Poses are
 * computed several at a time, a lane each, in arrays whose innermost dimension
 * is the lane, as codes written for vector processors do. Unknown are the poses.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_DOCKING_H
#define BENCH_DOCKING_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

struct Atom {
  double x, y, z;
  int type;
};

/** Of a kind of atom. */
struct ForceField {
  int hydrogenBonds; // 0 none, 1 with another
  double radius, hydrophobic, charge;
};

constexpr int PosesAtOnce = 16;

/** Energies of the `PosesAtOnce` poses from `first` on. `pose` has six arrays of `poses` numbers. */
template <class T>
void energies(int ligands, int proteins, const Atom *ligand, const Atom *protein, const ForceField *kinds, int poses,
              const T *pose, int first, T *energy) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  T transform[3][4][PosesAtOnce], total[PosesAtOnce];
  for (int l = 0; l < PosesAtOnce; l++) {
    int i = first + l;
    T sx = sin(pose[i]), cx = cos(pose[i]), sy = sin(pose[poses + i]), cy = cos(pose[poses + i]),
      sz = sin(pose[2 * poses + i]), cz = cos(pose[2 * poses + i]);
    transform[0][0][l] = cy * cz;
    transform[0][1][l] = sx * sy * cz - cx * sz;
    transform[0][2][l] = cx * sy * cz + sx * sz;
    transform[0][3][l] = pose[3 * poses + i];
    transform[1][0][l] = cy * sz;
    transform[1][1][l] = sx * sy * sz + cx * cz;
    transform[1][2][l] = cx * sy * sz - sx * cz;
    transform[1][3][l] = pose[4 * poses + i];
    transform[2][0][l] = 0.0 - sy;
    transform[2][1][l] = sx * cy;
    transform[2][2][l] = cx * cy;
    transform[2][3][l] = pose[5 * poses + i];
    total[l] = 0.0;
  }
  for (int a = 0; a < ligands; a++) {
    const Atom &la = ligand[a];
    const ForceField &lk = kinds[la.type];
    T x[PosesAtOnce], y[PosesAtOnce], z[PosesAtOnce];
    for (int l = 0; l < PosesAtOnce; l++) {
      x[l] = transform[0][3][l] + la.x * transform[0][0][l] + la.y * transform[0][1][l] + la.z * transform[0][2][l];
      y[l] = transform[1][3][l] + la.x * transform[1][0][l] + la.y * transform[1][1][l] + la.z * transform[1][2][l];
      z[l] = transform[2][3][l] + la.x * transform[2][0][l] + la.y * transform[2][1][l] + la.z * transform[2][2][l];
    }
    for (int b = 0; b < proteins; b++) {
      const Atom &pa = protein[b];
      const ForceField &pk = kinds[pa.type];
      double touch = pk.radius + lk.radius, inverse = 1 / touch, charge = pk.charge * lk.charge;
      double range = pk.hydrogenBonds == 1 && lk.hydrogenBonds == 1 ? 4 : 2, dampRange = range / 4;
      bool hydrophobic = pk.hydrophobic < 0 || lk.hydrophobic < 0;
      double desolvation = (pk.hydrophobic + lk.hydrophobic) * (hydrophobic ? 1 : 0.5);
      double far = hydrophobic ? 5.5 : 1;
      for (int l = 0; l < PosesAtOnce; l++) {
        T dx = x[l] - pa.x, dy = y[l] - pa.y, dz = z[l] - pa.z;
        T distance = sqrt(dx * dx + dy * dy + dz * dz), gap = distance - touch;
        bool inside = gap < 0.0;
        if (inside)
          total[l] += (1.0 - distance * inverse) * 76.0;
        T electric = charge * (inside ? T(1.0) : T(1.0 - gap / range));
        if (gap < range)
          total[l] += electric * dampRange;
        T dry = desolvation * (inside ? T(1.0) : T(1.0 - gap / far));
        if (gap < far)
          total[l] += dry;
      }
    }
  }
  for (int l = 0; l < PosesAtOnce; l++)
    energy[first + l] = 0.5 * total[l];
}

struct Docking {
  int poses;
  std::vector<Atom> ligand, protein;
  std::vector<ForceField> kinds;
  std::vector<double> x, weights;
  Docking(int poses, int ligands, int proteins) : poses(poses) {
    bench::Random random;
    auto atoms = [&](int n, double extent) {
      std::vector<Atom> result;
      for (int i = 0; i < n; i++)
        result.push_back({random.between(-extent, extent), random.between(-extent, extent),
                          random.between(-extent, extent), random.below(8)});
      return result;
    };
    ligand = atoms(ligands, 3);
    protein = atoms(proteins, 12);
    for (int i = 0; i < 8; i++)
      kinds.push_back({i % 2, random.between(0.9, 1.9), random.between(-1, 1), random.between(-1, 1)});
    x = random.numbers(6 * poses, -3, 3);
    weights = random.numbers(poses, 0.5, 1.5);
  }
  std::string size() const {
    return "docking atoms=" + std::to_string(ligand.size()) + "×" + std::to_string(protein.size()) +
           " poses=" + std::to_string(poses);
  }
  template <class T> T value(const T *pose) const;
};

template <class T> T weighted(const Docking *p, const T *pose) {
  std::vector<T> energy(p->poses);
  for (int first = 0; first < p->poses; first += PosesAtOnce)
    energies(int(p->ligand.size()), int(p->protein.size()), p->ligand.data(), p->protein.data(), p->kinds.data(),
             p->poses, pose, first, energy.data());
  T sum = 0.0;
  for (int i = 0; i < p->poses; i++)
    sum += p->weights[i] * energy[i];
  return sum;
}

template <class T> T Docking::value(const T *pose) const { return weighted(this, pose); }
using Case = Docking;

#endif
