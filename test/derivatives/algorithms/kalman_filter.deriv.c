// A two-state Kalman filter over a series: likelihood as function of the model and the noise.
#include "check.h"
static const double observed[8] = {0.1, 0.3, 0.2, 0.6, 0.5, 0.9, 1.1, 1.0};

double f(const double *p) { // damping, process noise, observation noise
  double m[2] = {0, 0.1}, c[2][2] = {{1, 0}, {0, 1}}, likelihood = 0;
  for (int t = 0; t < 8; t++) {
    const double a[2][2] = {{1, 1}, {0, p[0]}};
    double n[2] = {0, 0}, ac[2][2] = {{0}}, next[2][2] = {{0}};
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        n[i] += a[i][j] * m[j];
        for (int k = 0; k < 2; k++)
          ac[i][j] += a[i][k] * c[k][j];
      }
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++) {
        next[i][j] = i == j ? p[1] * p[1] : 0;
        for (int k = 0; k < 2; k++)
          next[i][j] += ac[i][k] * a[j][k];
      }
    const double variance = next[0][0] + p[2] * p[2], innovation = observed[t] - n[0];
    likelihood -= 0.5 * (log(2 * M_PI * variance) + innovation * innovation / variance);
    const double gain[2] = {next[0][0] / variance, next[1][0] / variance};
    for (int i = 0; i < 2; i++) {
      m[i] = n[i] + gain[i] * innovation;
      for (int j = 0; j < 2; j++)
        c[i][j] = next[i][j] - gain[i] * next[0][j];
    }
  }
  return likelihood;
}

CHECK_FUNCTION(f, 3, 0.9, 0.3, 0.5);
