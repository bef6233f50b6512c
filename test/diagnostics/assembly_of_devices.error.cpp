// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O2 -Xclang -verify=cuda -Xclang -verify-ignore-unexpected=note -S %s -o %t.ptx
// RUN: enzyme-clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_90 --cuda-feature=+ptx86 -nocudainc -nogpulib -Wno-unknown-cuda-version -O0 -Xclang -verify=cuda -Xclang -verify-ignore-unexpected=note -S %s -o %t.ptx
// RUN: enzyme-clang++ -x hip --cuda-device-only --offload-arch=gfx90a -nogpuinc -nogpulib -O2 -Xclang -verify=hip -Xclang -verify-ignore-unexpected=note -S %s -o %t.s
// Textures and surfaces, assembly that uses memory without saying so or has numbers in integers, and
// tensor cores.
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
template <typename R, typename... A> __device__ R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> __device__ R __enzyme_fwddiff(void *, A...);
typedef unsigned long long Texture;

#ifndef __HIP__
/// Read where an integer says: nothing that varies goes in.
__device__ float fetched(Texture texture, int i, float x) {
  float r, g, b, a;
  asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(r), "=f"(g), "=f"(b), "=f"(a) : "l"(texture), "r"(i)); // cuda-error {{'fetched(unsigned long long, int, float)' cannot be differentiated: it reads or writes a texture or surface}} ENZ0061
  return r * x;
}
__device__ float fetchedForward(Texture texture, int i, float x) {
  float r, g, b, a;
  asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(r), "=f"(g), "=f"(b), "=f"(a) : "l"(texture), "r"(i)); // cuda-error {{it reads or writes a texture or surface}}
  return r * x;
}
__device__ float interpolated(Texture texture, float x) {
  float r, g, b, a;
  asm("tex.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(r), "=f"(g), "=f"(b), "=f"(a) : "l"(texture), "f"(x)); // cuda-error {{it reads or writes a texture or surface}}
  return r;
}
__device__ float written(Texture surface, float x) {
  asm volatile("sust.b.1d.b32.trap [%0, {%1}], {%2};" ::"l"(surface), "r"(4), "r"(__builtin_bit_cast(int, x * x))); // cuda-error {{it reads or writes a texture or surface}}
  return x;
}
__global__ void images(Texture t, float *x) {
  *x = __enzyme_autodiff<float>((void *)fetched, t, 3, *x);
  *x = __enzyme_fwddiff<float>((void *)fetchedForward, t, 3, *x, 1.f);
  *x = __enzyme_autodiff<float>((void *)interpolated, t, *x);
  *x = __enzyme_autodiff<float>((void *)written, t, *x);
}

/// A table of constants, as its reader is registered.
__device__ float constants(Texture texture, int i) {
  float r, g, b, a;
  asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(r), "=f"(g), "=f"(b), "=f"(a) : "l"(texture), "r"(i));
  return r;
}
__device__ void *__enzyme_inactivefn_constants = (void *)constants;
__device__ float byTable(Texture texture, float x) { return constants(texture, 3) * x; }
__global__ void tables(Texture t, float *x) { *x = __enzyme_autodiff<float>((void *)byTable, t, *x); }

/// Memory of which neither the constraints nor LLVM know.
__device__ double relaxed(const double *x) {
  double v;
  asm("ld.relaxed.gpu.global.f64 %0, [%1];" : "=d"(v) : "l"(x)); // cuda-error {{'relaxed(double const*)' cannot be differentiated: it contains inline assembly that touches memory}} ENZ0061
  return v * v;
}
__device__ double shared(unsigned place, double x) {
  double v;
  asm("{ .reg .pred p; setp.ne.u32 p, %1, 0; @p ld.shared.f64 %0, [%1]; }" : "=d"(v) : "r"(place)); // cuda-error {{'shared(unsigned int, double)' cannot be differentiated: it contains inline assembly that touches memory}}
  return v * x;
}
/// A signal, as well as a sum.
__device__ double released(double *sum, double x) {
  asm volatile("red.release.gpu.global.add.f64 [%0], %1;" ::"l"(sum), "d"(x * x) : "memory"); // cuda-error {{'released(double*, double)' cannot be differentiated: it waits in assembly for what other blocks of threads do}} ENZ0061
  return x;
}
/// What a sum was before, and the largest of numbers by their bits.
__device__ double before(double *sum, double x) {
  double old;
  asm volatile("atom.global.add.f64 %0, [%1], %2;" : "=d"(old) : "l"(sum), "d"(x * x) : "memory"); // cuda-error {{no rule says how to differentiate an atomic sum of which the number before it is used}} ENZ0062
  return old * x;
}
__device__ double largest(double *most, double x) {
  asm volatile("red.global.max.s64 [%0], %1;" ::"l"(most), "l"(__builtin_bit_cast(long long, x * x)) : "memory"); // cuda-error {{'largest(double*, double)' cannot be differentiated: it exchanges numbers with other threads of a device atomically}} ENZ0061
  return *most * x;
}
/// Waits for copies that a function asks for which is not differentiated.
__device__ __attribute__((noinline)) void fetch(double *to, const double *from) {
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"((unsigned)(unsigned long long)(__attribute__((address_space(3))) void *)to), "l"(from) : "memory");
}
__device__ void *__enzyme_inactivefn_fetch = (void *)fetch;
__device__ double waits(double *from, double x) {
  static __attribute__((shared)) double tile[64];
  int t = __nvvm_read_ptx_sreg_tid_x();
  fetch(&tile[t], from + t);
  asm volatile("cp.async.wait_all;" ::: "memory"); // cuda-error {{'waits(double*, double)' cannot be differentiated: it contains inline assembly that touches memory}} ENZ0061
  return x * tile[t];
}
/// As cooperative groups wait for a whole grid.
__device__ double gridWide(double *x, const unsigned *arrived) {
  x[0] *= x[1];
  unsigned seen;
  do
    asm volatile("ld.acquire.gpu.u32 %0,[%1];" : "=r"(seen) : "l"(arrived) : "memory"); // cuda-error {{'gridWide(double*, unsigned int const*)' cannot be differentiated: it waits in assembly for what other blocks of threads do, as the sync() of a grid in cooperative groups does; let one kernel follow another instead}} ENZ0061
  while (!seen);
  return x[2];
}
__global__ void loads(double *x, double *dx) {
  __enzyme_autodiff<double>((void *)gridWide, x, dx, (unsigned *)x, (unsigned *)dx);
  __enzyme_autodiff<double>((void *)relaxed, x, dx);
  *x = __enzyme_autodiff<double>((void *)shared, 8u, *x);
  *x = __enzyme_autodiff<double>((void *)released, x + 1, dx + 1, *x);
  *x = __enzyme_autodiff<double>((void *)before, x + 1, dx + 1, *x);
  *x = __enzyme_autodiff<double>((void *)largest, x + 1, dx + 1, *x);
  *x = __enzyme_fwddiff<double>((void *)waits, x + 1, dx + 1, *x, 1.0);
}

/// As NVIDIA's headers compute with __half, in ways that have no instruction of LLVM's: the number
/// goes on in an integer.
__device__ void halves(unsigned short *y, const float *x) {
  unsigned short h;
  asm("{ cvt.rn.relu.f16.f32 %0, %1;}" : "=h"(h) : "f"(*x * *x)); // cuda-error {{'halves(unsigned short*, float const*)' cannot be differentiated: it computes with numbers of 16 bits in assembly}} ENZ0061
  *y = h;
}
__device__ void product16(unsigned short *y, const unsigned short *x) {
  unsigned short h;
  asm("{ mul.sat.bf16 %0,%1,%1; }" : "=h"(h) : "h"(*x)); // cuda-error {{it computes with numbers of 16 bits in assembly}}
  *y = h;
}
__global__ void asksHalves(void *y, void *dy, void *x, void *dx) {
  __enzyme_fwddiff<void>((void *)halves, y, dy, x, dx);
  __enzyme_autodiff<void>((void *)product16, y, dy, x, dx);
}

__device__ void product(double *d, const double *a, const double *b) {
  double x, y, s[2] = {0, 0};
  __dmma_m8n8k4_ld_a(&x, a, 4, 0); // cuda-error {{no rule says how to differentiate a call of 'llvm.nvvm.wmma.m8n8k4.load.a}} ENZ0062
  __dmma_m8n8k4_ld_b(&y, b, 8, 0); // cuda-error {{no rule says how to differentiate a call of 'llvm.nvvm.wmma.m8n8k4.load.b}}
  __dmma_m8n8k4_mma_f64(s, &x, &y, s, 0, 0); // cuda-error {{no rule says how to differentiate a call of 'llvm.nvvm.wmma.m8n8k4.mma.row.row.f64'}}
  __dmma_m8n8k4_st_c_f64(d, s, 8, 0); // cuda-error {{no rule says how to differentiate a call of 'llvm.nvvm.wmma.m8n8k4.store.d}}
}
__global__ void tensor(double *d, double *dd, double *a, double *da, double *b, double *db) {
  __enzyme_autodiff<void>((void *)product, d, dd, a, da, b, db);
}
#else
typedef float Four __attribute__((ext_vector_type(4)));
extern "C" __device__ Four __ockl_image_load_1D(const __attribute__((address_space(4))) unsigned *image, int i);
__device__ float fetched(Texture image, int i, float x) {
  return __ockl_image_load_1D((const __attribute__((address_space(4))) unsigned *)image, i).x * x; // hip-error {{'fetched(unsigned long long, int, float)' cannot be differentiated: it reads or writes a texture or surface}} ENZ0061
}
__device__ float loaded(const float *x) {
  float v;
  asm("global_load_dword %0, %1, off\n s_waitcnt vmcnt(0)" : "=v"(v) : "v"(x)); // hip-error {{'loaded(float const*)' cannot be differentiated: it contains inline assembly that touches memory}} ENZ0061
  return v * v;
}
__device__ float product(float a, float b) {
  Four s = {0, 0, 0, 0};
  return __builtin_amdgcn_mfma_f32_16x16x4f32(a, b, s, 0, 0, 0)[0]; // hip-error {{no rule says how to differentiate a call of 'llvm.amdgcn.mfma.f32.16x16x4f32'}} ENZ0062
}
/// As AMD's cooperative groups wait for a whole grid.
extern "C" __device__ void __ockl_grid_sync();
__device__ float gridWide(float *x) {
  x[0] *= x[1];
  __ockl_grid_sync(); // hip-error {{'gridWide(float*)' cannot be differentiated: it waits for other blocks of threads, as the sync() of a grid in cooperative groups does; let one kernel follow another instead}} ENZ0061
  return x[2];
}
__global__ void asks(Texture t, float *x, float *dx) {
  *x = __enzyme_autodiff<float>((void *)fetched, t, 3, *x);
  __enzyme_autodiff<float>((void *)loaded, x, dx);
  *x = __enzyme_fwddiff<float>((void *)product, *x, 1.f, *x, 1.f);
  __enzyme_autodiff<float>((void *)gridWide, x, dx);
}
#endif
