// The logarithm of the likelihood of points under a mixture of normal distributions, each with a
// lower triangular matrix whose diagonal is given by logarithms, as the benchmark of automatic
// differentiation describes it. A thread has a point; the gradients by what all points share are
// summed by all threads in one place. Compared with forward mode and differences. Prints the number
// of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

extern "C" {
extern __device__ int enzyme_dup, enzyme_const;
}
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

#define CHECK(call)                                                                                \
  if (cudaError_t error = call; error != cudaSuccess) {                                            \
    std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                     \
    return 1;                                                                                      \
  }

constexpr int dimensions = 3, parts = 5, points = 256, block = 64;
constexpr int below = dimensions * (dimensions - 1) / 2;
struct Mixture {
  double share[parts], mean[parts][dimensions], logOfDiagonal[parts][dimensions],
      lower[parts][below];
};
constexpr int numbers = sizeof(Mixture) / sizeof(double);

/// The logarithm of a sum of exponentials, without overflow.
__device__ double logOfSum(const double *x) {
  double largest = x[0], sum = 0;
  for (int k = 1; k < parts; ++k)
    if (x[k] > largest)
      largest = x[k];
  for (int k = 0; k < parts; ++k)
    sum += exp(x[k] - largest);
  return log(sum) + largest;
}
__device__ double likelihood(const Mixture *mixture, const double *point) {
  double terms[parts];
  for (int k = 0; k < parts; ++k) {
    double away[dimensions], square = 0, sumOfLogs = 0;
    for (int d = 0; d < dimensions; ++d)
      away[d] = point[d] - mixture->mean[k][d];
    int at = 0;
    for (int d = 0; d < dimensions; ++d) {
      double turned = exp(mixture->logOfDiagonal[k][d]) * away[d];
      for (int e = 0; e < d; ++e)
        turned += mixture->lower[k][at++] * away[e];
      square += turned * turned;
      sumOfLogs += mixture->logOfDiagonal[k][d];
    }
    terms[k] = mixture->share[k] + sumOfLogs - .5 * square;
  }
  return logOfSum(terms) - logOfSum(mixture->share);
}

__global__ void values(const Mixture *mixture, const double *point, double *out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  out[i] = likelihood(mixture, point + dimensions * i);
}
__global__ void tangents(const Mixture *mixture, const Mixture *dMixture, const double *point,
                         double *out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  out[i] = __enzyme_fwddiff<double>((void *)likelihood, enzyme_dup, mixture, dMixture, enzyme_const,
                                    point + dimensions * i);
}
__global__ void gradients(const Mixture *mixture, Mixture *dMixture, const double *point) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  __enzyme_autodiff<void>((void *)likelihood, enzyme_dup, mixture, dMixture, enzyme_const,
                          point + dimensions * i);
}

static double sum(const double *x, int count) {
  double result = 0;
  for (int i = 0; i < count; ++i)
    result += x[i];
  return result;
}

int main() {
  static double point[points][dimensions], out[points];
  Mixture mixture, direction, gradient = {}, *onMixture, *onDirection;
  double *at = reinterpret_cast<double *>(&mixture),
         *toward = reinterpret_cast<double *>(&direction);
  for (int i = 0; i < numbers; ++i)
    at[i] = .3 * std::sin(1. + i), toward[i] = std::cos(2. * i);
  for (int i = 0; i < points * dimensions; ++i)
    point[0][i] = 1.5 * std::sin(.7 * i);
  double *onPoint, *onOut;
  CHECK(cudaMalloc(&onMixture, sizeof mixture));
  CHECK(cudaMalloc(&onDirection, sizeof mixture));
  CHECK(cudaMalloc(&onPoint, sizeof point));
  CHECK(cudaMalloc(&onOut, sizeof out));
  CHECK(cudaMemcpy(onPoint, point, sizeof point, cudaMemcpyHostToDevice));

  const double h = 1e-6;
  double twice[2];
  for (int side = 0; side < 2; ++side) {
    Mixture moved = mixture;
    for (int i = 0; i < numbers; ++i)
      reinterpret_cast<double *>(&moved)[i] += (side ? -h : h) * toward[i];
    CHECK(cudaMemcpy(onMixture, &moved, sizeof moved, cudaMemcpyHostToDevice));
    values<<<points / block, block>>>(onMixture, onPoint, onOut);
    CHECK(cudaMemcpy(out, onOut, sizeof out, cudaMemcpyDeviceToHost));
    twice[side] = sum(out, points);
  }
  double byDifferences = (twice[0] - twice[1]) / (2 * h);

  CHECK(cudaMemcpy(onMixture, &mixture, sizeof mixture, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(onDirection, &direction, sizeof direction, cudaMemcpyHostToDevice));
  tangents<<<points / block, block>>>(onMixture, onDirection, onPoint, onOut);
  CHECK(cudaMemcpy(out, onOut, sizeof out, cudaMemcpyDeviceToHost));
  double byForward = sum(out, points), byReverse = 0;
  CHECK(cudaMemcpy(onDirection, &gradient, sizeof gradient, cudaMemcpyHostToDevice));
  gradients<<<points / block, block>>>(onMixture, onDirection, onPoint);
  CHECK(cudaMemcpy(&gradient, onDirection, sizeof gradient, cudaMemcpyDeviceToHost));
  for (int i = 0; i < numbers; ++i)
    byReverse += reinterpret_cast<double *>(&gradient)[i] * toward[i];

  int wrong = 0;
  if (std::fabs(byForward - byDifferences) > 1e-6 * (1 + std::fabs(byDifferences)))
    std::printf("forward: %.15g for %.15g\n", byForward, byDifferences), ++wrong;
  if (std::fabs(byReverse - byForward) > 1e-11 * (1 + std::fabs(byForward)))
    std::printf("reverse: %.15g for %.15g\n", byReverse, byForward), ++wrong;
  std::printf("%d differences\n", wrong);
  return wrong != 0;
}
