// Derivatives in kernels of derivatives, of several lanes, and of halves of which many are open at
// once, all with loops whose lengths the run alone knows; functions of a table of constants. Each
// number is computed in two ways. Prints the number of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
extern "C" {
extern __device__ int enzyme_dup, enzyme_const, enzyme_width, enzyme_dupnoneed, enzyme_tape,
    enzyme_allocated;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_augmentfwd(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_reverse(void *, A...);
struct Two {
  double a, b;
};

__device__ int bad;
__device__ void compare(double f, double w, double tol, int what) {
  if (!(fabs(f - w) <= tol * (1 + fabs(w)))) {
    atomicAdd(&bad, 1);
    printf("%d: %.17g for %.17g\n", what, f, w);
  }
}
__device__ double counted(double x, double y, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    double t = s;
    while (t > .2) {
      t = t * cos(t) * y;
      s = s * .9 + t * t * .1;
    }
    s = sin(s) * x + .3;
  }
  return s;
}
__device__ double a(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = sin(s) * x;
  return s;
}
__device__ double b(double x, int n) { return x * x * n; }
__constant__ double (*const table[2])(double, int) = {a, b};
__device__ double byTable(double x, int n) { return table[n & 1](x, n) * x; }
__device__ Two grad(double x, double y, int n) {
  return __enzyme_autodiff<Two>((void *)counted, x, y, enzyme_const, n);
}
__device__ double slope(double x, double y, int n) {
  return __enzyme_fwddiff<double>((void *)counted, x, 1., y, 0., enzyme_const, n);
}
__device__ void arr(double *x, int n, int m) {
  for (int k = 0; k < m; ++k)
    for (int i = 0; i < n; ++i)
      x[i] = x[i] * x[(i + 1) % n] + sin(x[i]);
}
struct Kept {
  void *tape;
  double value;
};
__global__ void k() {
  int n = threadIdx.x % 6;
  double x = .7 + .01 * threadIdx.x, y = .8;
  Two g = grad(x, y, n);
  compare(g.a, __enzyme_fwddiff<double>((void *)counted, x, 1., y, 0., enzyme_const, n), 1e-11, 1);
  compare(g.b, __enzyme_fwddiff<double>((void *)counted, x, 0., y, 1., enzyme_const, n), 1e-11, 2);
  // Hessian three ways
  Two h = __enzyme_fwddiff<Two>((void *)grad, x, 1., y, 0., enzyme_const, n);
  Two r = __enzyme_autodiff<Two>((void *)slope, x, y, enzyme_const, n);
  compare(h.a, r.a, 1e-10, 3);
  compare(h.b, r.b, 1e-10, 4);
  const double e = 1e-6;
  compare(h.a, (grad(x + e, y, n).a - grad(x - e, y, n).a) / (2 * e), 1e-4, 5);
  // lanes
  double v[3] = {x, y, .5}, d0[3] = {1, 0, 0}, d1[3] = {0, 1, 0}, w0[3] = {1, 2, 3},
         t0[3] = {1, 0, 0}, t1[3] = {0, 1, 0};
  double u[3] = {x, y, .5};
  __enzyme_autodiff<void>((void *)arr, enzyme_width, 2, enzyme_dup, v, d0, d1, enzyme_const, 3,
                          enzyme_const, n);
  __enzyme_fwddiff<void>((void *)arr, enzyme_width, 2, enzyme_dup, u, t0, t1, enzyme_const, 3,
                         enzyme_const, n);
  // d0 = row 0 of J^T e0 → J[0][*], t0 = J[*][0]
  compare(d0[0], t0[0], 1e-11, 6);
  compare(d0[1], t1[0], 1e-11, 7);
  compare(d1[0], t0[1], 1e-11, 8);
  compare(d1[1], t1[1], 1e-11, 9);
  Two f = __enzyme_fwddiff<Two>((void *)counted, enzyme_width, 2, x, 1., 0., y, 0., 1.,
                                enzyme_const, n);
  compare(f.a, g.a, 1e-11, 10);
  compare(f.b, g.b, 1e-11, 11);
  compare(__enzyme_autodiff<double>((void *)byTable, x, enzyme_const, n),
          __enzyme_fwddiff<double>((void *)byTable, x, 1., enzyme_const, n), 1e-11, 12);
  // many halves open at once, reversed in another order
  Kept kept[4];
  for (int i = 0; i < 4; ++i)
    kept[i] = __enzyme_augmentfwd<Kept>((void *)counted, x + i * .1, y, enzyme_const, n + i);
  const int order[4] = {2, 0, 3, 1};
  for (int i : order) {
    Two back = __enzyme_reverse<Two>((void *)counted, x + i * .1, y, enzyme_const, n + i, 2.,
                                     kept[i].tape),
        whole = grad(x + i * .1, y, n + i);
    compare(back.a, 2 * whole.a, 1e-11, 13);
    compare(back.b, 2 * whole.b, 1e-11, 14);
  }
  // lanes of halves
  double p[3] = {x, y, .5}, q0[3] = {1, 0, 0}, q1[3] = {0, 1, 0};
  void *tape = __enzyme_augmentfwd<void *>((void *)arr, enzyme_width, 2, enzyme_dup, p, q0, q1,
                                           enzyme_const, 3, enzyme_const, n);
  __enzyme_reverse<void>((void *)arr, enzyme_width, 2, enzyme_dup, p, q0, q1, enzyme_const, 3,
                         enzyme_const, n, tape);
  for (int i = 0; i < 3; ++i)
    compare(q0[i], d0[i], 1e-11, 15), compare(q1[i], d1[i], 1e-11, 16);
}
int main() {
  k<<<1, 32>>>();
  int b;
  cudaMemcpyFromSymbol(&b, bad, 4);
  printf("%d\n", b);
  return b;
}
