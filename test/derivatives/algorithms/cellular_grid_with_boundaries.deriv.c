// A two-dimensional reaction-diffusion step with periodic boundaries, two fields, swapped by
// pointer.
#include "check.h"

double f(const double *x) {
  enum { N = 4 };
  double store[4][N * N], *u = store[0], *v = store[1], *un = store[2], *vn = store[3];
  for (int i = 0; i < N * N; i++)
    u[i] = 1 - 0.1 * x[i % 5], v[i] = 0.2 * x[(3 * i) % 5];
  for (int step = 0; step < 6; step++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        const int at = i * N + j, up = ((i + N - 1) % N) * N + j, down = ((i + 1) % N) * N + j;
        const int left = i * N + (j + N - 1) % N, right = i * N + (j + 1) % N;
        const double reaction = u[at] * v[at] * v[at];
        un[at] = u[at] + 0.1 * (u[up] + u[down] + u[left] + u[right] - 4 * u[at]) - reaction +
                 0.03 * (1 - u[at]);
        vn[at] = v[at] + 0.05 * (v[up] + v[down] + v[left] + v[right] - 4 * v[at]) + reaction -
                 0.09 * v[at];
      }
    double *swap = u;
    u = un, un = swap;
    swap = v;
    v = vn, vn = swap;
  }
  double sum = 0;
  for (int i = 0; i < N * N; i++)
    sum += u[i] * v[i] * (i + 1);
  return sum;
}

CHECK_FUNCTION(f, 5, 0.5, -0.5, 1, 0.75, 0.2);
