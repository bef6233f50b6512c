//===- mini_gpu.h - what both CUDA and HIP programs find -------------------===//
//
// Included by mini_cuda.h and mini_hip.h, so that programs compile where no SDK is installed.
//===----------------------------------------------------------------------===//
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#if !__has_feature(cuda_noinline_keyword) // where it is a word, libstdc++ may have it in brackets
#define __noinline__ __attribute__((noinline))
#endif
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#include "gpu_api.h"
#include <initializer_list>

#define GPU_THREE(T, name)                                                                         \
  struct name##3 { T x, y, z; };
GPU_THREE(signed char, char)
GPU_THREE(unsigned char, uchar)
GPU_THREE(short, short)
GPU_THREE(unsigned short, ushort)
GPU_THREE(int, int)
GPU_THREE(long, long)
GPU_THREE(unsigned long, ulong)
GPU_THREE(long long, longlong)
GPU_THREE(unsigned long long, ulonglong)
GPU_THREE(float, float)
GPU_THREE(double, double)
#undef GPU_THREE // uint3 is in gpu_api.h
#define GPU_VECTORS(T, name)                                                                       \
  struct name##1 { T x; };                                                                         \
  struct alignas(2 * sizeof(T)) name##2 { T x, y; };                                               \
  struct alignas(sizeof(T) < 8 ? 4 * sizeof(T) : 16) name##4 { T x, y, z, w; };                    \
  static inline __host__ __device__ name##2 make_##name##2(T x, T y) { return {x, y}; }            \
  static inline __host__ __device__ name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }    \
  static inline __host__ __device__ name##4 make_##name##4(T x, T y, T z, T w) {                   \
    return {x, y, z, w};                                                                           \
  }
GPU_VECTORS(signed char, char)
GPU_VECTORS(unsigned char, uchar)
GPU_VECTORS(short, short)
GPU_VECTORS(unsigned short, ushort)
GPU_VECTORS(int, int)
GPU_VECTORS(unsigned, uint)
GPU_VECTORS(long, long)
GPU_VECTORS(unsigned long, ulong)
GPU_VECTORS(long long, longlong)
GPU_VECTORS(unsigned long long, ulonglong)
GPU_VECTORS(float, float)
GPU_VECTORS(double, double)
#undef GPU_VECTORS

// The calls that have default arguments or types of their own in C++.
template <typename T> static inline GPU_API(Error_t) GPU_API(Malloc)(T **memory, size_t size) {
  return GPU_API(Malloc)(reinterpret_cast<void **>(memory), size);
}
template <typename T>
static inline GPU_API(Error_t) GPU_API(MallocManaged)(T **memory, size_t size, unsigned flags = 1) {
  return GPU_API(MallocManaged)(reinterpret_cast<void **>(memory), size, flags);
}
template <typename T> static inline GPU_API(Error_t) GPU_API(MallocHost)(T **memory, size_t size) {
  return GPU_API(MallocHost)(reinterpret_cast<void **>(memory), size);
}
template <typename T>
static inline GPU_API(Error_t) GPU_API(HostMalloc)(T **memory, size_t size, unsigned flags = 0) {
  return GPU_API(HostMalloc)(reinterpret_cast<void **>(memory), size, flags);
}
template <typename T>
static inline GPU_API(Error_t)
    GPU_API(MallocAsync)(T **memory, size_t size, GPU_API(Stream_t) stream) {
  return GPU_API(MallocAsync)(reinterpret_cast<void **>(memory), size, stream);
}
static inline GPU_API(Error_t)
    GPU_API(MemcpyAsync)(void *to, const void *from, size_t size, enum GPU_API(MemcpyKind) kind) {
  return GPU_API(MemcpyAsync)(to, from, size, kind, nullptr);
}
static inline GPU_API(Error_t) GPU_API(MemsetAsync)(void *memory, int value, size_t size) {
  return GPU_API(MemsetAsync)(memory, value, size, nullptr);
}
static inline GPU_API(Error_t) GPU_API(EventRecord)(GPU_API(Event_t) event) {
  return GPU_API(EventRecord)(event, nullptr);
}
static inline GPU_API(Error_t)
    GPU_API(StreamWaitEvent)(GPU_API(Stream_t) stream, GPU_API(Event_t) event) {
  return GPU_API(StreamWaitEvent)(stream, event, 0);
}
template <typename T>
static inline GPU_API(Error_t)
    GPU_API(MemcpyToSymbol)(const T &symbol, const void *from, size_t size, size_t offset = 0,
                            enum GPU_API(MemcpyKind) kind = GPU_API(MemcpyHostToDevice)) {
  return GPU_API(MemcpyToSymbol)(reinterpret_cast<const void *>(&symbol), from, size, offset, kind);
}
template <typename T>
static inline GPU_API(Error_t)
    GPU_API(MemcpyFromSymbol)(void *to, const T &symbol, size_t size, size_t offset = 0,
                              enum GPU_API(MemcpyKind) kind = GPU_API(MemcpyDeviceToHost)) {
  return GPU_API(MemcpyFromSymbol)(to, reinterpret_cast<const void *>(&symbol), size, offset, kind);
}
template <typename T>
static inline GPU_API(Error_t) GPU_API(GetSymbolAddress)(void **address, const T &symbol) {
  return GPU_API(GetSymbolAddress)(address, reinterpret_cast<const void *>(&symbol));
}
template <typename T>
static inline GPU_API(Error_t) GPU_API(GetSymbolSize)(size_t *size, const T &symbol) {
  return GPU_API(GetSymbolSize)(size, reinterpret_cast<const void *>(&symbol));
}
template <typename T>
static inline GPU_API(Error_t)
    GPU_API(FuncGetAttributes)(struct GPU_API(FuncAttributes) * attributes, T *kernel) {
  return GPU_API(FuncGetAttributes)(attributes, reinterpret_cast<const void *>(kernel));
}
template <typename T>
static inline GPU_API(Error_t)
    GPU_API(OccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, T *kernel, int threads,
                                                       size_t shared) {
  return GPU_API(OccupancyMaxActiveBlocksPerMultiprocessor)(
      blocks, reinterpret_cast<const void *>(kernel), threads, shared);
}
template <typename T>
static inline GPU_API(Error_t)
    GPU_API(OccupancyMaxPotentialBlockSize)(int *blocks, int *threads, T *kernel, size_t shared = 0,
                                            int mostThreads = 0) {
  return GPU_API(OccupancyMaxPotentialBlockSize)(
      blocks, threads, reinterpret_cast<const void *>(kernel), shared, mostThreads);
}
template <typename T>
static inline GPU_API(Error_t)
    GPU_API(LaunchKernel)(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                          GPU_API(Stream_t) stream = nullptr) {
  return GPU_API(LaunchKernel)(reinterpret_cast<const void *>(kernel), grid, block, arguments,
                               shared, stream);
}
template <typename T>
static inline GPU_API(Error_t)
    GPU_API(LaunchCooperativeKernel)(T *kernel, dim3 grid, dim3 block, void **arguments,
                                     size_t shared = 0, GPU_API(Stream_t) stream = nullptr) {
  return GPU_API(LaunchCooperativeKernel)(reinterpret_cast<const void *>(kernel), grid, block,
                                          arguments, shared, stream);
}
