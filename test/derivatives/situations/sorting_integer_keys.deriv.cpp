// std::sort of integer keys inside the active function, picking p[key0]*2: (0,2,0).
// also: -stdlib=libc++ -static-libstdc++
// matrix: full
#include "check.h"
#include <algorithm>
#include <vector>

double f(const double *p, int n) {
  std::vector<int> key = {2, 1, 2};
  std::sort(key.begin(), key.end());
  return p[key[0]] * 2;
}

CHECK_FUNCTION_N(f, 3, 5, 6, 7);
