//! languages: cuda
//! kinds: plain
//! refused: an object with a copy constructor of its own,
// Algorithms of NVIDIA's Thrust: what they launch has no derivative, and that is said where the
// program is compiled, in a few seconds.
#include "../checked.h"
#include <thrust/device_vector.h>
#include <thrust/transform.h>

constexpr int n = 16;
struct Square {
  __host__ __device__ double operator()(double x) const { return x * x; }
};
double squares(const double *x) {
  thrust::device_vector<double> all(x, x + n);
  thrust::transform(all.begin(), all.end(), all.begin(), Square());
  return thrust::reduce(all.begin(), all.end(), 0.0);
}
int main() { CHECK(squares); }
