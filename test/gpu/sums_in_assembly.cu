//! languages: cuda
// Sums in one instruction that is written as assembly, as headers and programs write them: of
// doubles and floats, of four floats together, of one and two numbers of 16 bits; and integers that
// change in the same way, by which threads find their places. Compared as checked.h says.
#include "checked.h"

constexpr int n = 64;

__global__ void doubles(double *y, const double *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double v = x[i], old;
  asm volatile("red.global.add.f64 [%0], %1;" ::"l"(y + i / 4), "d"(v * v) : "memory");
  asm volatile("red.relaxed.gpu.global.add.f64 [%0], %1;" ::"l"(y + i % 8), "d"(v * x[0])
               : "memory");
  asm volatile("atom.add.relaxed.cta.f64 %0,[%1],%2;"
               : "=d"(old)
               : "l"(y + 20 + i / 4), "d"(v)
               : "memory");
  asm volatile("{ atom.global.add.f64 %0, [%1], %2; }"
               : "=d"(old)
               : "l"(y + 20 + i / 2), "d"(v * v)
               : "memory");
}
__global__ void floats(double *y, const double *x, float *sums) {
  __shared__ float own[4];
  __shared__ unsigned arrived;
  int t = threadIdx.x;
  if (t < 4)
    own[t] = 0;
  if (t == 0)
    arrived = 0;
  __syncthreads();
  float v = x[t], old;
  asm volatile("atom.relaxed.cta.add.f32 %0, [%1], %2;"
               : "=f"(old)
               : "l"(own + t % 4), "f"(v * v)
               : "memory");
#if __CUDA_ARCH__ >= 900
  float olds[2];
  asm volatile(
      "{ red.relaxed.gpu.global.add.v4.f32 [%0], {%1, %2, %3, %4}; }" ::"l"(sums + 4 * (t % 2)),
      "f"(v), "f"(v * v), "f"(2.f), "f"(v * v * v)
      : "memory");
  asm volatile("atom.global.add.v2.f32 {%0,%1}, [%2], {%3,%4};"
               : "=f"(olds[0]), "=f"(olds[1])
               : "l"(sums + 2), "f"(v), "f"(3 * v)
               : "memory");
#else
  const float of[4] = {v, v * v, 2, v * v * v};
  for (int k = 0; k < 4; ++k)
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(sums + 4 * (t % 2) + k), "f"(of[k])
                 : "memory");
  for (int k = 0; k < 2; ++k)
    atomicAdd(sums + 2 + k, k ? 3 * v : v);
#endif
  unsigned place;
  asm volatile("atom.add.u32 %0, [%1], %2;" : "=r"(place) : "l"(&arrived), "r"(1u) : "memory");
  __syncthreads();
  if (place < 32)
    y[t] = sums[t % 8] * v + own[t % 4];
}
/// Two numbers in a word, and one alone; both lose digits.
__global__ void halves(double *y, const double *x) {
  __shared__ _Float16 sums[4];
  int t = threadIdx.x;
  if (t < 4)
    sums[t] = 0;
  __syncthreads();
  _Float16 v = x[blockIdx.x * blockDim.x + t], pair[2] = {v, v * v};
  unsigned word, olds;
  unsigned short bits, old;
  __builtin_memcpy(&word, pair, 4);
  __builtin_memcpy(&bits, &v, 2);
  asm volatile("{ atom.add.noftz.f16x2 %0,[%1],%2; }\n"
               : "=r"(olds)
               : "l"(sums), "r"(word)
               : "memory");
  asm volatile("{ atom.add.noftz.f16 %0,[%1],%2; }\n"
               : "=h"(old)
               : "l"(sums + 2 + t % 2), "h"(bits)
               : "memory");
  __syncthreads();
  y[blockIdx.x * blockDim.x + t] = (double)sums[t % 4] * x[t];
}
double ofDoubles(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { doubles<<<2, n / 2>>>(y, in); });
}
double ofFloats(const double *x) {
  auto launch = [](double *y, const double *in) {
    float *sums;
    cudaMalloc(&sums, 8 * sizeof(float));
    cudaMemset(sums, 0, 8 * sizeof(float));
    floats<<<1, n / 2>>>(y, in, sums);
    cudaFree(sums);
  };
  return throughDevice<n>(x, launch);
}

/// Differences of numbers of 16 bits say little: what the kernel means is computed here.
double ofHalves(const double *x) {
  return throughDevice<n>(x, [](double *y, const double *in) { halves<<<2, n / 2>>>(y, in); });
}
double slopesOfHalves(const double *x, double *slopes) {
  double sum = 0;
  for (int block = 0; block < 2; ++block) {
    double sums[4] = {}, adjoints[4] = {};
    const double *own = x + 32 * block;
    for (int t = 0; t < 32; ++t)
      sums[0] += own[t], sums[1] += own[t] * own[t], sums[2 + t % 2] += own[t];
    for (int t = 0; t < 32; ++t) {
      double y = sums[t % 4] * x[t], dy = 2 * y * (1 + (32 * block + t) % 4);
      sum += y * dy / 2;
      adjoints[t % 4] += dy * x[t];
      slopes[t] += dy * sums[t % 4];
    }
    for (int t = 0; t < 32; ++t)
      slopes[32 * block + t] += adjoints[0] + 2 * own[t] * adjoints[1] + adjoints[2 + t % 2];
  }
  return sum;
}
void checkHalves() {
  double x[n], formula[n] = {}, found[n] = {};
  for (int i = 0; i < n; ++i)
    x[i] = .25 + (i % 5) * .125;
  slopesOfHalves(x, formula);
  __enzyme_autodiff<void>((void *)ofHalves, enzyme_dup, x, found);
  double direction[n] = {1, 0, 2}, along = 0;
  for (int i = 0; i < n; ++i)
    along += found[i] * direction[i];
  bool isRight =
      isNear(__enzyme_fwddiff<double>((void *)ofHalves, enzyme_dup, x, direction), along, 1e-2);
  for (int i = 0; i < n; ++i)
    isRight &= isNear(found[i], formula[i], 2e-2);
  if (!isRight)
    ++differences, std::printf("halves: %g for %g\n", found[1], formula[1]);
}

int main() {
  CHECK(ofDoubles);
  CHECK(ofFloats);
  checkHalves();
  std::printf("%d differences\n", differences);
  return differences != 0;
}
