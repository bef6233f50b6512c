//! languages: cuda
// Numbers of 16 bits by NVIDIA's own headers, which write them as assembly: alone, and two in a
// word, made of floats and taken apart. Compared with formulas. Prints the number of differences.
#include "../checked.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
template <typename R, typename... A> __device__ R __enzyme_autodiff_on_device(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff_on_device(void *, A...);

__device__ float ofHalf(float x) { // x³ - x² - (x² + x) + x² + x
  __half h = __float2half(x), k = h * h + h;
  return __half2float(__hfma(k, h, __hneg(k)) - __hmax(h, k));
}
__device__ float ofBrain(float x) { // x³ + x²
  __nv_bfloat16 h = __float2bfloat16(x), k = h * h;
  return __bfloat162float(__hfma(k, h, k));
}
__device__ float twoOfFloats(float x) { // x² + x + 4 x² + 2 x
  __half2 h = __floats2half2_rn(x, 2 * x), k = __hadd2(__hmul2(h, h), h);
  return __low2float(k) + __high2float(k);
}
__device__ float twoOfHalves(float x) { // x² 4 x² 2
  __half2 h = __halves2half2(__float2half(x), __float2half(2 * x)), k = h * h,
          swapped = __lowhigh2highlow(k), lows = __lows2half2(k, swapped);
  return __half2float(__low2half(lows)) * __half2float(__high2half(lows)) * 2;
}
__device__ float twoOfBrains(float x) { // x² x
  __nv_bfloat162 h = __floats2bfloat162_rn(x, x * x);
  return __bfloat162float(__low2bfloat16(h)) * __bfloat162float(__high2bfloat16(h));
}

__global__ void ask(float *found) {
  float x = .75f;
#define ASK(F, at)                                                                                 \
  found[at] = __enzyme_autodiff_on_device<float>((void *)F, x);                                    \
  found[at + 1] = __enzyme_fwddiff_on_device<float>((void *)F, x, 1.f);
  ASK(ofHalf, 0)
#if __CUDA_ARCH__ >= 900 // older ones have no products of bfloat16
  ASK(ofBrain, 2)
#endif
  ASK(twoOfFloats, 4)
  ASK(twoOfHalves, 6)
  ASK(twoOfBrains, 8)
}

int main() {
  float *onDevice, found[10];
  cudaMalloc(&onDevice, sizeof found);
  ask<<<1, 1>>>(onDevice);
  cudaMemcpy(found, onDevice, sizeof found, cudaMemcpyDeviceToHost);
  double x = .75, wanted[5] = {3 * x * x - 2 * x - 2, 3 * x * x + 2 * x, 10 * x + 3, 32 * x * x * x,
                               3 * x * x};
  for (int i = 0; i < 10; ++i)
    if (!(std::fabs(found[i] - wanted[i / 2]) <= 2e-2 * std::fabs(wanted[i / 2])))
      std::printf("%d: %g for %g\n", i, found[i], wanted[i / 2]), ++differences;
  std::printf("%d differences\n", differences);
  return differences != 0;
}
