/*===- multipole.h - cross sections from the poles of resonances -----------===
 *
 * Neutronics: the cross sections of a material at an energy are sums over its
 * nuclides, and of each over the poles within the window of that energy; every
 * pole adds a residue times the Faddeeva function of a complex argument, with
 * phases by angular momentum. The number of nuclides and the windows differ from
 * lookup to lookup, and are found through index arrays. Unknown are the poles.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_MULTIPOLE_H
#define BENCH_MULTIPOLE_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <vector>

template <class T> struct Complex {
  T re, im;
};
template <class A, class B> auto operator*(const Complex<A> &a, const Complex<B> &b) {
  using T = decltype(a.re * b.re);
  return Complex<T>{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class A, class B> auto operator+(const Complex<A> &a, const Complex<B> &b) {
  using T = decltype(a.re + b.re);
  return Complex<T>{a.re + b.re, a.im + b.im};
}
template <class A, class B> auto operator-(const Complex<A> &a, const Complex<B> &b) {
  using T = decltype(a.re - b.re);
  return Complex<T>{a.re - b.re, a.im - b.im};
}
template <class A, class B> auto operator/(const Complex<A> &a, const Complex<B> &b) {
  using T = decltype(a.re * b.re);
  T n = b.re * b.re + b.im * b.im;
  return Complex<T>{T((a.re * b.re + a.im * b.im) / n), T((a.im * b.re - a.re * b.im) / n)};
}

/** w(z) = exp(-z²) erfc(-iz): far from 0 three terms, near by a sum over a period
 *  (Humlíček 1982; Abrarov 2011). */
template <class T> Complex<T> faddeeva(const Complex<T> &z) {
  using std::cos;
  using std::exp;
  using std::sin;
  Complex<T> square = z * z;
  if (z.re * z.re + z.im * z.im >= 36.0) {
    Complex<double> a{0.512424224754768462984202823134979415014943561548661637413182, 0},
        b{0.275255128608410950901357962647054304017026259671664935783653, 0},
        c{0.051765358792987823963876628425793170829107067780337219430904, 0},
        d{2.724744871391589049098642037352945695982973740328335064216346, 0};
    Complex<T> terms = a / (square - b) + c / (square - d), times = z * terms;
    return {T(0.0 - times.im), times.re};
  }
  const double period = 12;
  T growth = exp(0.0 - period * z.im);
  Complex<T> turn{growth * cos(period * z.re), growth * sin(period * z.re)};
  Complex<double> one{1, 0}, i{0, 1};
  Complex<T> sum{T(0.0), T(0.0)};
  double sign = -1;
  for (int n = 1; n <= 9; n++, sign = -sign) {
    double place = n * M_PI;
    Complex<double> from{period * period, 0}, center{place * place, 0};
    double a = 2 * std::sqrt(M_PI) / period * std::exp(-place * place / (period * period));
    Complex<T> numerator = turn * Complex<double>{sign, 0} - one, below = center - from * square;
    Complex<double> weight{a, 0};
    sum = sum + weight * numerator / below;
  }
  Complex<T> first = i * (one - turn) / (Complex<double>{period, 0} * z);
  Complex<double> rest{0, period * period / std::sqrt(M_PI)};
  return first + rest * (z * sum);
}

struct Window {
  int first, last;
};

struct Nuclides {
  int count, poles, windows; // poles and windows of each
  std::vector<Window> window;
  std::vector<int> momentum; // of each pole, 0 to 3
  std::vector<double> radius; // of each nuclide, four
  std::vector<std::vector<int>> material; // nuclides of each
  std::vector<double> density;
};

/** Total, absorption, fission and elastic cross section of one nuclide at energy E. `pole`
 *  has four complex numbers for each: place, total, absorption, fission. */
template <class T> void microscopic(const Nuclides &n, int nuclide, double E, const T *pole, T *sections) {
  using std::cos;
  using std::sin;
  double spacing = 1.0 / n.windows;
  int index = int(E / spacing);
  if (index == n.windows)
    index--;
  double root = std::sqrt(E), broadening = 0.5;
  Complex<double> phases[4];
  for (int l = 0; l < 4; l++) {
    double phi = n.radius[4 * nuclide + l] * root;
    if (l == 1)
      phi -= std::atan(phi);
    else if (l == 2)
      phi -= std::atan(3 * phi / (3 - phi * phi));
    else if (l == 3)
      phi -= std::atan(phi * (15 - phi * phi) / (15 - 6 * phi * phi));
    phases[l] = {std::cos(2 * phi), -std::sin(2 * phi)};
  }
  T total = 1e-3, absorption = 1e-3, fission = 1e-3;
  Window w = n.window[nuclide * n.windows + index];
  for (int i = w.first; i < w.last; i++) {
    const T *p = pole + 8 * (nuclide * n.poles + i);
    Complex<T> z{T((root - p[0]) * broadening * 40.0), T((0.0 - p[1]) * broadening * 40.0)};
    Complex<T> value = faddeeva(z);
    Complex<T> byTotal = Complex<T>{p[2], p[3]} * value * phases[n.momentum[nuclide * n.poles + i]];
    total += byTotal.re;
    absorption += p[4] * value.re - p[5] * value.im;
    fission += p[6] * value.re - p[7] * value.im;
  }
  sections[0] = total;
  sections[1] = absorption;
  sections[2] = fission;
  sections[3] = total - absorption;
}

template <class T> void macroscopic(const Nuclides &n, int material, double E, const T *pole, T *sections) {
  for (int k = 0; k < 4; k++)
    sections[k] = 0.0;
  for (int nuclide : n.material[material]) {
    T micro[4];
    microscopic(n, nuclide, E, pole, micro);
    for (int k = 0; k < 4; k++)
      sections[k] += micro[k] * n.density[nuclide];
  }
}

struct Multipole {
  Nuclides nuclides;
  int lookups;
  std::vector<double> energy, x;
  std::vector<int> material;
  Multipole(int count, int poles, int lookups) : lookups(lookups) {
    bench::Random random;
    int windows = std::max(1, poles / 10);
    nuclides = {count, poles, windows, {}, {}, random.numbers(4 * count, 0.1, 1), {}, random.numbers(count, 0, 1)};
    for (int i = 0; i < count; i++)
      for (int w = 0; w < windows; w++) {
        int first = std::max(0, w * poles / windows - random.below(3));
        nuclides.window.push_back({first, std::min(poles, (w + 1) * poles / windows + random.below(3))});
      }
    for (int i = 0; i < count * poles; i++) {
      nuclides.momentum.push_back(random.below(4));
      x.push_back(std::sqrt((i % poles + random.next()) / poles));
      x.push_back(random.between(-0.05, -0.005));
      for (int k = 2; k < 8; k++)
        x.push_back(random.between(-1, 1));
    }
    for (int m = 0; m < 12; m++) {
      nuclides.material.emplace_back();
      for (int k = 0, size = m == 0 ? count : 1 + random.below(std::max(1, count / 3)); k < size; k++)
        nuclides.material.back().push_back(m == 0 ? k : random.below(count));
    }
    energy = random.numbers(lookups, 0, 1);
    for (int i = 0; i < lookups; i++)
      material.push_back(random.next() < 0.14 ? 0 : random.below(12));
  }
  std::string size() const {
    return "multipole nuclides=" + std::to_string(nuclides.count) + " poles=" + std::to_string(nuclides.poles);
  }
  template <class T> T value(const T *pole) const;
};

template <class T> T allLookups(const Multipole *p, const T *pole) {
  T sum = 0.0;
  for (int i = 0; i < p->lookups; i++) {
    T sections[4];
    macroscopic(p->nuclides, p->material[i], p->energy[i], pole, sections);
    for (int k = 0; k < 4; k++)
      sum += sections[k] * (1.0 + 0.1 * k);
  }
  return sum;
}

template <class T> T Multipole::value(const T *pole) const { return allLookups(this, pole); }
using Case = Multipole;

#endif
