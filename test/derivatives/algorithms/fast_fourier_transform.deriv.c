// A recursive radix-2 FFT on interleaved complex numbers, then the power spectrum.
#include "check.h"

static void fft(double *z, double *scratch, int n) {
  if (n == 1)
    return;
  for (int i = 0; i < n / 2; i++) {
    memcpy(scratch + 2 * i, z + 4 * i, 2 * sizeof(double));
    memcpy(scratch + n + 2 * i, z + 4 * i + 2, 2 * sizeof(double));
  }
  memcpy(z, scratch, 2 * sizeof(double) * (size_t)n);
  fft(z, scratch, n / 2);
  fft(z + n, scratch, n / 2);
  for (int k = 0; k < n / 2; k++) {
    const double c = cos(2 * M_PI * k / n), s = -sin(2 * M_PI * k / n);
    double *a = z + 2 * k, *b = z + n + 2 * k;
    const double re = c * b[0] - s * b[1], im = c * b[1] + s * b[0];
    b[0] = a[0] - re, b[1] = a[1] - im;
    a[0] += re, a[1] += im;
  }
}
void f(const double *x, double *y) {
  double z[16], scratch[16];
  for (int i = 0; i < 8; i++)
    z[2 * i] = x[i], z[2 * i + 1] = x[i] * x[(i + 1) % 8];
  fft(z, scratch, 8);
  for (int k = 0; k < 8; k++)
    y[k] = z[2 * k] * z[2 * k] + z[2 * k + 1] * z[2 * k + 1];
}

CHECK_VECTOR(f, 8, 8, 1, -2, 0.5, 3, 0.25, -1, 0.75, 0.1);
