/*===- fft.h - the discrete Fourier transform, in place, radix two ---------===
 *
 * Recursive halves are written as passes: bits reversed first, then butterflies of
 * growing span, with rotations by recurrence. The number is a weighted sum of the
 * squared amplitudes.
 *===---------------------------------------------------------------------===*/
#ifndef BENCH_FFT_H
#define BENCH_FFT_H

#include "random.h"
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/** n a power of two; real and imaginary parts alternate. */
template <class T> void transform(long n, T *x) {
  for (long i = 0, j = 0; i < n; i++) {
    if (i < j) {
      T re = x[2 * i], im = x[2 * i + 1];
      x[2 * i] = x[2 * j];
      x[2 * i + 1] = x[2 * j + 1];
      x[2 * j] = re;
      x[2 * j + 1] = im;
    }
    long bit = n >> 1;
    for (; bit > 0 && (j & bit); bit >>= 1)
      j ^= bit;
    j |= bit;
  }
  for (long half = 1; half < n; half *= 2) {
    double angle = -M_PI / double(half), c = std::cos(angle), s = std::sin(angle);
    for (long start = 0; start < n; start += 2 * half) {
      double wr = 1, wi = 0;
      for (long k = start; k < start + half; k++) {
        T re = wr * x[2 * (k + half)] - wi * x[2 * (k + half) + 1];
        T im = wr * x[2 * (k + half) + 1] + wi * x[2 * (k + half)];
        x[2 * (k + half)] = x[2 * k] - re;
        x[2 * (k + half) + 1] = x[2 * k + 1] - im;
        x[2 * k] += re;
        x[2 * k + 1] += im;
        double next = wr * c - wi * s;
        wi = wr * s + wi * c;
        wr = next;
      }
    }
  }
}

template <class T> T spectrum(long n, const T *signal, const double *weights) {
  std::vector<T> x(signal, signal + 2 * n);
  transform(n, x.data());
  T sum = 0.0;
  for (long i = 0; i < n; i++)
    sum += weights[i] * (x[2 * i] * x[2 * i] + x[2 * i + 1] * x[2 * i + 1]);
  return sum;
}

struct Fft {
  long n;
  std::vector<double> x, weights;
  explicit Fft(long n) : n(n) {
    bench::Random random;
    x = random.numbers(2 * n, -1, 1);
    weights = random.numbers(n, 0, 1);
  }
  std::string size() const { return "fft n=" + std::to_string(n); }
  template <class T> T value(const T *x) const { return spectrum(n, x, weights.data()); }
};
using Case = Fft;

#endif
