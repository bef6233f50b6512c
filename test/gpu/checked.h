// Compares derivatives of double f(const double *x), x of n numbers, on the host: tangents with
// differences, gradients and halves with tangents.
#ifndef ENZYME_TEST_GPU_CHECKED_H
#define ENZYME_TEST_GPU_CHECKED_H
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern int enzyme_dup;
}
template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);
template <typename R, typename... A> R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> R __enzyme_reverse(void *, A...);

inline int differences;

inline bool isNear(double a, double b, double tolerance) {
  return std::fabs(a - b) <= tolerance * (1 + std::fabs(b));
}

/// A sum over what a launch made of x, n numbers; what it adds to is zero before.
template <int n, typename Launch> double throughDevice(const double *x, Launch launch) {
  double *in, *out, y[n], sum = 0;
  cudaMalloc(&in, sizeof y);
  cudaMalloc(&out, sizeof y);
  cudaMemcpy(in, x, sizeof y, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof y);
  launch(out, in);
  cudaMemcpy(y, out, sizeof y, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < n; ++i)
    sum += y[i] * y[i] * (1 + i % 4);
  return sum;
}

#define CHECK(F) check<F, n>(#F)
template <double (*F)(const double *), int n> void check(const char *name) {
  double x[n], whole[n] = {}, halves[n] = {};
  for (int i = 0; i < n; ++i)
    x[i] = 0.3 + 0.05 * ((i * 7) % 11) - 0.1 * (i % 3);
  __enzyme_autodiff<void>((void *)F, enzyme_dup, x, whole);
  void *tape = __enzyme_augmentfwd<void *>((void *)F, enzyme_dup, x, halves);
  __enzyme_reverse<void>((void *)F, enzyme_dup, x, halves, 1.0, tape);
  for (int i = 0; i < n; i += i < 4 ? 1 : 5) {
    const double h = 1e-3, at = x[i];
    double direction[n] = {}, values[2];
    for (int k = 0; k < 2; ++k) {
      x[i] = k ? at + h : at - h;
      values[k] = F(x);
    }
    x[i] = at;
    direction[i] = 1;
    double difference = (values[1] - values[0]) / (2 * h);
    double tangent = __enzyme_fwddiff<double>((void *)F, enzyme_dup, x, direction);
    if (isNear(tangent, difference, 1e-3) && isNear(whole[i], tangent, 1e-6) &&
        isNear(halves[i], tangent, 1e-6))
      continue;
    ++differences;
    std::printf("%s, %d: differences %g, forward %g, reverse %g, halves %g\n", name, i, difference,
                tangent, whole[i], halves[i]);
  }
}

#endif
