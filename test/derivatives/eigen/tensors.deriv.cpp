// Eigen's tensors: contractions, convolutions, reductions, and what moves their entries.
// only: -O2
// flags: -isystem/usr/include/eigen3
// std: c++17
// alone: off, differences are checked with the derivatives
#include "numbers_of_eigen.h"
#include <unsupported/Eigen/CXX11/Tensor>

template <int n> using Tensor = Eigen::Tensor<double, n>;
using Pair = Eigen::IndexPair<int>;

static Tensor<3> cube(const double *x, int n, int m, int k) {
  Tensor<3> t(n, m, k);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      for (int l = 0; l < k; l++)
        t(i, j, l) = sin(x[(i + 2 * j + l) % 4] * (1 + j) + l);
  return t;
}

template <class T> static double weighedFlat(const T &t) {
  double sum = 0;
  for (Index i = 0; i < t.size(); i++)
    sum += t.data()[i] * (1 + 0.1 * double(i % 7));
  return sum;
}

static double contracted(const double *x) {
  Tensor<3> a = cube(x, 3, 4, 2), b = cube(x, 4, 2, 5);
  Eigen::array<Pair, 2> two = {Pair(1, 0), Pair(2, 1)};
  Eigen::array<Pair, 1> one = {Pair(2, 1)};
  Tensor<2> c = a.contract(b, two);
  Tensor<4> d = a.contract(b, one);
  return weighedFlat(c) + weighedFlat(d);
}
PROGRAM(contracted);

static double reduced(const double *x) {
  Tensor<3> a = cube(x, 3, 4, 2);
  Eigen::array<int, 2> dimensions = {0, 2};
  Eigen::array<int, 1> last = {2};
  Tensor<1> sums = a.sum(dimensions), most = a.maximum(dimensions);
  Tensor<2> mean = a.mean(last);
  Tensor<0> all = a.square().sum(), product = (a + a.constant(2.5)).prod();
  return weighedFlat(sums) + weighedFlat(most) + weighedFlat(mean) + all() + product() / 1e6;
}
PROGRAM(reduced);

static double convolved(const double *x) {
  Tensor<3> a = cube(x, 6, 5, 2), kernel = cube(x, 3, 2, 1);
  Eigen::array<int, 2> dimensions = {0, 1};
  Tensor<2> flat = kernel.chip(0, 2);
  Tensor<3> b = a.convolve(flat, dimensions);
  return weighedFlat(b);
}
PROGRAM(convolved);

static double moved(const double *x) {
  Tensor<3> a = cube(x, 3, 4, 2);
  Tensor<3> shuffled = a.shuffle(Eigen::array<int, 3>{2, 0, 1});
  Tensor<3> slice =
      shuffled.slice(Eigen::array<Index, 3>{0, 1, 1}, Eigen::array<Index, 3>{2, 2, 3});
  Tensor<2> shaped = a.reshape(Eigen::array<Index, 2>{6, 4});
  Eigen::array<std::pair<int, int>, 2> around = {std::make_pair(1, 0), std::make_pair(0, 2)};
  Tensor<2> padded = shaped.pad(around, 1.5);
  Tensor<2> wide =
      shaped.broadcast(Eigen::array<Index, 2>{1, 2}).stride(Eigen::array<Index, 2>{2, 1});
  Tensor<3> joined = a.concatenate(a.reverse(Eigen::array<bool, 3>{true, false, false}), 1);
  return weighedFlat(slice) + weighedFlat(padded) + weighedFlat(wide) + weighedFlat(joined);
}
PROGRAM(moved);

static double coefficients(const double *x) {
  Tensor<3> a = cube(x, 3, 3, 3);
  Tensor<3> b = (a.exp() + a.constant(1.0)).log() * a.tanh() - a.sigmoid().cwiseMax(0.4);
  Tensor<3> c = (a > a.constant(0.2)).select(a * b, b.abs().sqrt());
  c.chip(1, 0) += a.chip(2, 1);
  return weighedFlat(c);
}
PROGRAM(coefficients);

static double fixedAndMapped(const double *x) {
  Eigen::TensorFixedSize<double, Eigen::Sizes<2, 3>> a;
  a.setValues({{x[0], x[1], x[2]}, {x[3], x[0] * x[1], x[2] * x[3]}});
  Eigen::TensorMap<Eigen::Tensor<const double, 2, Eigen::RowMajor>> map(x, 2, 2);
  Eigen::Tensor<double, 2, Eigen::RowMajor> b = map * map;
  Eigen::array<Pair, 1> product = {Pair(0, 0)};
  Tensor<2> c = a.contract(a, product);
  return weighedFlat(c) + weighedFlat(b);
}
PROGRAM(fixedAndMapped);

static double transformed(const double *x) {
  Tensor<3> a = cube(x, 4, 4, 2);
  Eigen::array<int, 2> dimensions = {0, 1};
  Eigen::Tensor<Complex, 3> f = a.fft<Eigen::BothParts, Eigen::FFT_FORWARD>(dimensions);
  double sum = 0;
  for (Index i = 0; i < f.size(); i++)
    sum += std::norm(f.data()[i]) * (1 + 0.1 * double(i)) + f.data()[i].imag();
  return sum;
}
PROGRAM(transformed);

static double patchesAndScans(const double *x) {
  Tensor<3> a = cube(x, 5, 4, 2);
  Tensor<3> sums = a.cumsum(0);
  Eigen::Tensor<double, 4> patches = a.extract_patches(Eigen::array<Index, 3>{2, 2, 1});
  return weighedFlat(sums) + weighedFlat(patches);
}
PROGRAM(patchesAndScans);
