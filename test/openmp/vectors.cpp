// Regions of C++ that read through lists and copy into vectors: by their teams, whatever could be
// thrown in them.
//! teams: all
#include "check.h"
#include <algorithm>
#include <vector>

static std::vector<int> list() {
  std::vector<int> numbers;
  for (int i = 0; i < N; i++)
    numbers.push_back((i * 37 + i / 9) % N);
  return numbers;
}

// Asking for the thread's number may throw, as far as the compiler knows.
static double leastOfEach(double *x) {
  std::vector<double> least(omp_get_max_threads(), 1e20);
  std::vector<std::vector<double>> rows(2,
                                        std::vector<double>(x, x + N)); // catches what copies throw
#pragma omp parallel
  {
    double own = 1e20;
    int thread = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < N; i++)
      own = std::min(own, rows[0][i] * (1 + 0.3 * rows[1][(i + 5) % N]));
    least[thread] = own;
  }
  return *std::min_element(least.begin(), least.end());
}

// Numbers are copied into memory that may have been something else.
static double copies(double *x) {
  std::vector<int> place = list();
  std::vector<double *> links; // addresses on the heap
  std::vector<double> corners(4 * N), field(x, x + N);
  links.push_back(field.data());
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double own[4];
    for (int k = 0; k < 4; k++)
      own[k] = links[0][place[(i + k) % N]] * (k + x[i]);
    std::copy_n(own, 4, &corners[4 * i]);
  }
  double sum = 0;
  for (double corner : corners)
    sum += corner * corner;
  return sum;
}

#define ALL(X) X(leastOfEach) X(copies)
ALL(DERIVATIVES)

int main() {
  ALL(CHECK)
  return failures != 0;
}
