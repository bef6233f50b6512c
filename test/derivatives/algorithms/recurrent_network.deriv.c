// An LSTM-like cell over a sequence, with weights in one flat array.
#include "check.h"

static double logistic(double x) { return 1 / (1 + exp(-x)); }
double f(const double *w) {
  static const double input[5] = {0.1, -0.4, 0.8, 0.3, -0.9};
  double hidden[2] = {0, 0}, cell[2] = {0, 0}, loss = 0;
  for (int t = 0; t < 5; t++) {
    double next[2];
    for (int i = 0; i < 2; i++) {
      const double *g = w + 4 * i, z = g[0] * input[t] + g[1] * hidden[0] + g[2] * hidden[1] + g[3];
      const double forget = logistic(z), in = logistic(1.3 * z + 0.1), out = logistic(z - 0.2);
      cell[i] = forget * cell[i] + in * tanh(z + hidden[1 - i]);
      next[i] = out * tanh(cell[i]);
    }
    memcpy(hidden, next, sizeof hidden);
    const double miss = hidden[0] - 0.5 * hidden[1] - input[t];
    loss += miss * miss;
  }
  return loss;
}

CHECK_FUNCTION(f, 8, 0.1, -0.5, 0.25, 2, 0.75, 0.3, -1, 0.2);
