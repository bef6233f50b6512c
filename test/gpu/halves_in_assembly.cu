//! languages: cuda
// Arithmetic on numbers of 16 bits as NVIDIA's headers write it, by assembly on integers:
// operators, conversions, comparisons, two in one word. Compared with formulas. Prints the number
// of differences.
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);

struct Half {
  unsigned short bits;
};
__device__ Half rounded(float x) {
  Half h;
  asm("{  cvt.rn.f16.f32 %0, %1;}\n" : "=h"(h.bits) : "f"(x));
  return h;
}
__device__ float widened(Half h) {
  float x;
  asm("{  cvt.f32.f16 %0, %1;}\n" : "=f"(x) : "h"(h.bits));
  return x;
}
#define OF_TWO(NAME, TEXT)                                                                         \
  __device__ Half NAME(Half a, Half b) {                                                           \
    Half h;                                                                                        \
    asm("{" TEXT ".f16 %0,%1,%2;\n}" : "=h"(h.bits) : "h"(a.bits), "h"(b.bits));                   \
    return h;                                                                                      \
  }
OF_TWO(operator+, "add")
OF_TWO(operator-, "sub")
OF_TWO(operator*, "mul.rn")
OF_TWO(larger, "max")
__device__ Half operator-(Half a) {
  Half h;
  asm("{neg.f16 %0,%1;\n}" : "=h"(h.bits) : "h"(a.bits));
  return h;
}
__device__ Half fused(Half a, Half b, Half c) {
  Half h;
  asm("{fma.rn.f16 %0,%1,%2,%3;\n}" : "=h"(h.bits) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
  return h;
}
__device__ bool operator<(Half a, Half b) {
  unsigned short is;
  asm("{ .reg .pred __$temp3;\n  setp.lt.f16  __$temp3, %1, %2;\n  selp.u16 %0, 1, 0, __$temp3;}"
      : "=h"(is)
      : "h"(a.bits), "h"(b.bits));
  return is != 0;
}

__device__ float polynomial(float x) {
  Half h = rounded(x);
  return widened(fused(h, h, -h) * h + larger(h, rounded(.125f)) - rounded(3)) * x;
}
__device__ float chosen(float x) {
  Half h = rounded(x), limit = rounded(1);
  return widened(h < limit ? h * h : h + h);
}
#if __CUDA_ARCH__ >= 900
__device__ float brain(float x) {
  unsigned short h, square;
  asm("{ cvt.rn.bf16.f32 %0, %1;}" : "=h"(h) : "f"(x));
  asm("{ mul.bf16 %0,%1,%2; }" : "=h"(square) : "h"(h), "h"(h));
  float y;
  asm("{ cvt.f32.bf16 %0, %1;}" : "=f"(y) : "h"(square));
  return y;
}
#endif
__device__ void stored(Half *y, const Half *x) {
  y[0] = x[0] * x[1];
  y[1] = x[0] + x[1] * x[1];
}

/// Two numbers in one word.
template <int brain> __device__ unsigned ofTwo(unsigned a, unsigned b) {
  unsigned product, sum, less;
  if (brain) {
    asm("{ mul.bf16x2 %0,%1,%2; }" : "=r"(product) : "r"(a), "r"(b));
    asm("{ fma.rn.bf16x2 %0,%1,%2,%3; }" : "=r"(sum) : "r"(product), "r"(a), "r"(b));
    asm("{ sub.bf16x2 %0,%1,%2; }" : "=r"(less) : "r"(sum), "r"(b));
  } else {
    asm("{mul.f16x2 %0,%1,%2;\n}" : "=r"(product) : "r"(a), "r"(b));
    asm("{fma.rn.f16x2 %0,%1,%2,%3;\n}" : "=r"(sum) : "r"(product), "r"(a), "r"(b));
    asm("{sub.f16x2 %0,%1,%2;\n}" : "=r"(less) : "r"(sum), "r"(b));
  }
  return less;
}
template <int brain> __device__ void squaresTimes(unsigned *y, const unsigned *x) {
  y[0] = ofTwo<brain>(x[0], x[1]); // a² b
}
/// Made of floats and taken apart: x² 4 x² 2, of the high ones of both words.
__device__ float packed(float x) {
  unsigned word, square, highs;
  unsigned short low, high;
  asm("{.reg .f16 low,high;\n  cvt.rn.f16.f32 low, %1;\n  cvt.rn.f16.f32 high, %2;\n  mov.b32 %0, "
      "{low,high};}\n"
      : "=r"(word)
      : "f"(x), "f"(2 * x));
  asm("{mul.f16x2 %0,%1,%2;\n}" : "=r"(square) : "r"(word), "r"(word));
  asm("{.reg .f16 alow,ahigh,blow,bhigh;\n  mov.b32 {alow,ahigh}, %1;\n  mov.b32 {blow,bhigh}, "
      "%2;\n  mov.b32 %0, {alow,bhigh};}\n"
      : "=r"(highs)
      : "r"(square), "r"(square));
  asm("{.reg .b16 low,high;\n mov.b32 {low,high}, %1;\n mov.b16 %0, low;}"
      : "=h"(low)
      : "r"(highs));
  asm("{.reg .b16 low,high;\n mov.b32 {low,high}, %1;\n mov.b16 %0, high;}"
      : "=h"(high)
      : "r"(highs));
  return widened({low}) * widened({high}) * 2;
}
template <typename Number, int brain> __device__ void askOfTwo(float *result) {
  Number in[4] = {(Number)1.5f, (Number)2.f, (Number)3.f, (Number).5f}, dIn[4] = {}, out[2],
         dOut[2] = {(Number)1.f, (Number)4.f}, dFor[2],
         v[4] = {(Number)1.f, (Number)0.f, (Number)0.f, (Number)2.f};
  __enzyme_autodiff<void>((void *)squaresTimes<brain>, (unsigned *)out, (unsigned *)dOut,
                          (unsigned *)in, (unsigned *)dIn);
  __enzyme_fwddiff<void>((void *)squaresTimes<brain>, (unsigned *)out, (unsigned *)dFor,
                         (unsigned *)in, (unsigned *)v);
  for (int i = 0; i < 4; ++i)
    result[i] = dIn[i];
  result[4] = dFor[0], result[5] = dFor[1];
}

__global__ void ask(float *result) {
  float x = .75f;
  result[0] = __enzyme_autodiff<float>((void *)polynomial, x);
  result[1] = __enzyme_fwddiff<float>((void *)polynomial, x, 1.f);
  result[2] = __enzyme_autodiff<float>((void *)chosen, x);
  result[3] = __enzyme_autodiff<float>((void *)chosen, 1.5f);
#if __CUDA_ARCH__ >= 900
  result[4] = __enzyme_autodiff<float>((void *)brain, x);
#else
  result[4] = 1.5f;
#endif
  _Float16 in[2] = {(_Float16)1.5f, (_Float16)2.f}, dIn[2] = {}, out[2],
           dOut[2] = {(_Float16)1.f, (_Float16)4.f};
  __enzyme_autodiff<void>((void *)stored, (Half *)out, (Half *)dOut, (Half *)in, (Half *)dIn);
  result[5] = dIn[0], result[6] = dIn[1];
  askOfTwo<_Float16, 0>(result + 7);
  result[19] = __enzyme_autodiff<float>((void *)packed, x);
  result[20] = __enzyme_fwddiff<float>((void *)packed, x, 1.f);
#if __CUDA_ARCH__ >= 900
  askOfTwo<__bf16, 1>(result + 13);
#else
  askOfTwo<_Float16, 0>(result + 13);
#endif
}

int main() {
  float *onDevice, found[21];
  cudaMalloc(&onDevice, sizeof found);
  ask<<<1, 1>>>(onDevice);
  cudaMemcpy(found, onDevice, sizeof found, cudaMemcpyDeviceToHost);
  // x (x³ - x² + x - 3): the sum's derivative is 4 x³ - 3 x² + 2 x - 3
  double x = .75, slope = 4 * x * x * x - 3 * x * x + 2 * x - 3;
  double wanted[21] = {slope, slope, 1.5, 2, 1.5, 2 + 4, 1.5 + 4 * 2 * 2};
  const double two[6] = {2 * 1.5 * 3, 4 * 2 * 2 * .5, 1.5 * 1.5, 4 * 2 * 2, 2 * 1.5 * 3, 2 * 2 * 2};
  for (int i = 0; i < 12; ++i)
    wanted[7 + i] = two[i % 6];
  wanted[19] = wanted[20] = 32 * x * x * x;
  int differences = 0;
  for (int i = 0; i < 21; ++i)
    if (!(std::fabs(found[i] - wanted[i]) <= 4e-3 * std::fabs(wanted[i])))
      std::printf("%d: %g for %g\n", i, found[i], wanted[i]), ++differences;
  std::printf("%d differences\n", differences);
  return differences != 0;
}
