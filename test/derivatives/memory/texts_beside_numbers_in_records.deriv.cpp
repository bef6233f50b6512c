// Records in which text lies beside numbers are sorted, copied, returned, inserted and erased: what an array of characters holds is not
// known from its declaration, and the text is no number.
// std: c++17
#include "check.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

struct Atom {
  char symbol[4];
  int kind;
  double place[3];
  char label[21];
  float charge;
};

NOINLINE Atom atomOf(const char *symbol, int kind, const double *x) {
  Atom atom{};
  std::strncpy(atom.symbol, symbol, sizeof atom.symbol - 1);
  atom.kind = kind;
  for (int i = 0; i < 3; ++i)
    atom.place[i] = x[i] * (kind + 1);
  std::snprintf(atom.label, sizeof atom.label, "%s number %d", symbol, kind);
  atom.charge = float(kind) * 0.5f;
  return atom;
}

NOINLINE double energy(const std::vector<Atom> &atoms) {
  double sum = 0;
  for (size_t i = 0; i < atoms.size(); ++i) {
    double square = 0;
    for (double p : atoms[i].place)
      square += p * p;
    sum += (double(i) + 1) * square * (atoms[i].symbol[0] == 'O' ? 1.5 : 0.5) + atoms[i].charge * atoms[i].place[1] * std::strlen(atoms[i].label);
  }
  return sum;
}

NOINLINE std::vector<Atom> molecule(const double *x) {
  std::vector<Atom> atoms;
  atoms.push_back(atomOf("O", 3, x));
  atoms.push_back(atomOf("H", 1, x + 1));
  atoms.insert(atoms.begin(), atomOf("Na", 2, x + 2));
  atoms.insert(atoms.begin() + 1, atoms[2]);
  return atoms;
}

double sorted(const double *x) {
  std::vector<Atom> atoms = molecule(x);
  std::sort(atoms.begin(), atoms.end(), [](const Atom &a, const Atom &b) { return std::strcmp(a.label, b.label) < 0; });
  return energy(atoms);
}
CHECK_FUNCTION(sorted, 5, 0.5, 1.25, -0.75, 2, 1.5);

double erased(const double *x) {
  std::vector<Atom> atoms = molecule(x);
  atoms.erase(atoms.begin() + 1);
  std::swap(atoms[0], atoms[2]);
  Atom last = atoms.back();
  atoms.resize(7, last);
  std::rotate(atoms.begin(), atoms.begin() + 2, atoms.end());
  return energy(atoms);
}
CHECK_FUNCTION(erased, 5, 0.5, 1.25, -0.75, 2, 1.5);

double keyed(const double *x) {
  std::map<std::string, Atom> table;
  for (const Atom &atom : molecule(x))
    table[atom.symbol] = atom;
  std::vector<Atom> atoms;
  for (auto &[name, atom] : table)
    atoms.push_back(atom);
  return energy(atoms);
}
CHECK_FUNCTION(keyed, 5, 0.5, 1.25, -0.75, 2, 1.5);

struct Named {
  char name[32];
  double value;
};

static int byName(const void *a, const void *b) { return std::strcmp(static_cast<const Named *>(a)->name, static_cast<const Named *>(b)->name); }

double byTheLibrary(const double *x) {
  Named list[5];
  for (int i = 0; i < 5; ++i) {
    std::snprintf(list[i].name, sizeof list[i].name, "%d th", (i * 3) % 5);
    list[i].value = x[i] * x[(i + 1) % 5];
  }
  std::qsort(list, 5, sizeof list[0], byName);
  double sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += (i + 1) * list[i].value * list[i].value;
  return sum;
}
CHECK_FUNCTION(byTheLibrary, 5, 0.5, 1.25, -0.75, 2, 1.5);
