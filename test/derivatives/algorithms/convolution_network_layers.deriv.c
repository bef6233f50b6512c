// Convolution, pooling, dense layer and softmax loss on a small image.
// Where all operands of a contracted a*b+c are constants after unrolling, clang folds it with
// one rounding, and computes it with two where it is left to the run: plain clang's own -O1 and
// -O2 differ by one ulp here. Without contraction all agree bit for bit.
// flags: -ffp-contract=off
#include "check.h"

enum { side = 6, kernel = 3, inner = side - kernel + 1, pooled = inner / 2 };

double f(const double *w) {
  double image[side][side], map[inner][inner], pool[pooled][pooled], logits[3], sum = 0;
  for (int i = 0; i < side; i++)
    for (int j = 0; j < side; j++)
      image[i][j] = sin(i * 1.3 + j * 0.7);
  for (int i = 0; i < inner; i++)
    for (int j = 0; j < inner; j++) {
      double v = w[9];
      for (int a = 0; a < kernel; a++)
        for (int b = 0; b < kernel; b++)
          v += w[a * kernel + b] * image[i + a][j + b];
      map[i][j] = v > 0 ? v : 0.1 * v;
    }
  for (int i = 0; i < pooled; i++)
    for (int j = 0; j < pooled; j++)
      pool[i][j] = fmax(fmax(map[2 * i][2 * j], map[2 * i + 1][2 * j]), fmax(map[2 * i][2 * j + 1], map[2 * i + 1][2 * j + 1]));
  double largest = -INFINITY;
  for (int k = 0; k < 3; k++) {
    logits[k] = 0;
    for (int i = 0; i < pooled * pooled; i++)
      logits[k] += (&pool[0][0])[i] * w[(i + k * 2) % 10];
    largest = fmax(largest, logits[k]);
  }
  for (int k = 0; k < 3; k++)
    sum += exp(logits[k] - largest);
  return log(sum) + largest - logits[1];
}

CHECK_FUNCTION(f, 10, 0.5, -0.5, 0.75, 1.0, 0.25, -0.3, 0.4, 0.6, -0.2, 0.1);
