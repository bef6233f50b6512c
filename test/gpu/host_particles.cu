// Derivatives of host functions whose kernels copy structures with integers, and arrays of
// integers, of which the derivative sees nothing but that they are moved. Prints the number of
// differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);

constexpr int n = 24;
int differences;

#define CHECK(CALL)                                                                                \
  if (cudaError_t error = CALL; error != cudaSuccess)                                              \
  std::printf("%s: %s\n", #CALL, cudaGetErrorString(error)), ++differences

struct Particle {
  double x, y, z;
  int kind;
  float mass;
};
__global__ void attract(Particle *to, const Particle *from, int *kinds, const int *kindsBefore,
                        double step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Particle self = from[i];
  double fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < n; ++j) {
    Particle other = from[j];
    double dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    double square = dx * dx + dy * dy + dz * dz + .1;
    double force = other.mass / (square * sqrt(square));
    fx += dx * force, fy += dy * force, fz += dz * force;
  }
  self.x += step * fx, self.y += step * fy, self.z += step * fz;
  kinds[i] = kindsBefore[(i + 1) % n];
  to[i] = self;
}

double attracted(const double *x) {
  Particle particles[n], *from, *to;
  int kinds[n], *kindsFrom, *kindsTo;
  for (int i = 0; i < n; ++i) {
    particles[i] = {x[3 * i], x[3 * i + 1], x[3 * i + 2], i, float(1 + i % 3)};
    kinds[i] = i % 5;
  }
  CHECK(cudaMalloc((void **)&from, sizeof particles));
  CHECK(cudaMalloc((void **)&to, sizeof particles));
  CHECK(cudaMalloc((void **)&kindsFrom, sizeof kinds));
  CHECK(cudaMalloc((void **)&kindsTo, sizeof kinds));
  CHECK(cudaMemcpy(from, particles, sizeof particles, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(kindsFrom, kinds, sizeof kinds, cudaMemcpyHostToDevice));
  for (int step = 0; step < 3; ++step) {
    attract<<<3, 8>>>(to, from, kindsTo, kindsFrom, .05 * x[1]);
    Particle *last = from;
    from = to, to = last;
    int *lastKinds = kindsFrom;
    kindsFrom = kindsTo, kindsTo = lastKinds;
  }
  CHECK(cudaMemcpy(particles, from, sizeof particles, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(kinds, kindsFrom, sizeof kinds, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  CHECK(cudaFree(kindsFrom));
  CHECK(cudaFree(kindsTo));
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += particles[i].x * particles[i].y * kinds[i] + particles[i].z * particles[i].kind;
  return sum;
}

void compare(const char *what, double found, double wanted, double tolerance) {
  if (std::fabs(found - wanted) <= tolerance * (1 + std::fabs(wanted)))
    return;
  ++differences;
  std::printf("%s: %.15g for %.15g\n", what, found, wanted);
}

int main() {
  double x[3 * n], v[3 * n], up[3 * n], down[3 * n], h = 1e-6, ofX[3 * n] = {}, dot = 0;
  for (int i = 0; i < 3 * n; ++i)
    x[i] = std::sin(1.7 * i), v[i] = std::cos(i), up[i] = x[i] + h * v[i],
    down[i] = x[i] - h * v[i];
  double tangent = __enzyme_fwddiff<double>((void *)attracted, x, v);
  compare("forward", tangent, (attracted(up) - attracted(down)) / (2 * h), 1e-6);
  __enzyme_autodiff<void>((void *)attracted, x, ofX);
  for (int i = 0; i < 3 * n; ++i)
    dot += ofX[i] * v[i];
  compare("reverse", dot, tangent, 1e-11);
  std::printf("%d differences\n", differences);
  return differences != 0;
}
