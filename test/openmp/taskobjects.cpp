// Tasks that destroy what they have of their own: one thread runs these regions in derivatives.
#include "check.h"
#include <vector>

static double vectors(double *x) {
  double y[N], sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < N - 4; i++) {
    std::vector<double> own(x + i, x + i + 4);
#pragma omp task firstprivate(own) shared(y)
    {
      own[0] *= own[1];
      y[i] = own[0] * own[2] + own[3];
    }
  }
  for (int i = 0; i < N - 4; i++)
    sum += y[i] * y[i];
  return sum;
}

#define ALL(X) X(vectors)
ALL(DERIVATIVES)

int main() {
  ALL(CHECK)
  return failures != 0;
}
