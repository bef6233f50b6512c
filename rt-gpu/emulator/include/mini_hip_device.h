//===- mini_hip_device.h - what threads of HIP programs call ---------------===//
#define GPU_INDEX(type, fx, fy, fz)                                                                \
  struct type {                                                                                    \
    __declspec(property(get = getX)) unsigned x;                                                   \
    __declspec(property(get = getY)) unsigned y;                                                   \
    __declspec(property(get = getZ)) unsigned z;                                                   \
    __device__ __forceinline__ unsigned getX() const { return unsigned(fx); }                      \
    __device__ __forceinline__ unsigned getY() const { return unsigned(fy); }                      \
    __device__ __forceinline__ unsigned getZ() const { return unsigned(fz); }                      \
    __device__ operator dim3() const { return dim3(x, y, z); }                                     \
  };
GPU_INDEX(GpuThreadIndex, __builtin_amdgcn_workitem_id_x(), __builtin_amdgcn_workitem_id_y(), __builtin_amdgcn_workitem_id_z())
GPU_INDEX(GpuBlockIndex, __builtin_amdgcn_workgroup_id_x(), __builtin_amdgcn_workgroup_id_y(), __builtin_amdgcn_workgroup_id_z())
GPU_INDEX(GpuBlockSize, __builtin_amdgcn_workgroup_size_x(), __builtin_amdgcn_workgroup_size_y(), __builtin_amdgcn_workgroup_size_z())
GPU_INDEX(GpuGridSize, __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x(),
          __builtin_amdgcn_grid_size_y() / __builtin_amdgcn_workgroup_size_y(), __builtin_amdgcn_grid_size_z() / __builtin_amdgcn_workgroup_size_z())
#undef GPU_INDEX
extern const __device__ __attribute__((weak)) GpuThreadIndex threadIdx;
extern const __device__ __attribute__((weak)) GpuBlockIndex blockIdx;
extern const __device__ __attribute__((weak)) GpuBlockSize blockDim;
extern const __device__ __attribute__((weak)) GpuGridSize gridDim;
struct GpuWarpSize {
  __device__ __forceinline__ constexpr operator int() const { return 64; }
};
static constexpr GpuWarpSize warpSize{};

#define GPU_FUNCTION static __device__ __forceinline__
GPU_FUNCTION void __syncthreads() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
extern "C" __device__ __attribute__((convergent)) int __ockl_wgred_add_i32(int);
extern "C" __device__ __attribute__((convergent)) int __ockl_wgred_and_i32(int);
extern "C" __device__ __attribute__((convergent)) int __ockl_wgred_or_i32(int);
GPU_FUNCTION int __syncthreads_count(int vote) { return __ockl_wgred_add_i32(!!vote); }
GPU_FUNCTION int __syncthreads_and(int vote) { return __ockl_wgred_and_i32(!!vote); }
GPU_FUNCTION int __syncthreads_or(int vote) { return __ockl_wgred_or_i32(!!vote); }
GPU_FUNCTION void __threadfence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
GPU_FUNCTION void __threadfence_block() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
GPU_FUNCTION void __threadfence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }
GPU_FUNCTION long long clock64() { return (long long)__builtin_readcyclecounter(); }
GPU_FUNCTION long long clock() { return clock64(); }

//===-- lanes ----------------------------------------------------------------===//
GPU_FUNCTION unsigned __lane_id() { return __builtin_amdgcn_mbcnt_hi(-1, __builtin_amdgcn_mbcnt_lo(-1, 0)); }
GPU_FUNCTION unsigned long long __ballot(int vote) { return __builtin_amdgcn_ballot_w64(vote != 0); }
GPU_FUNCTION unsigned long long __activemask() { return __ballot(true); }
GPU_FUNCTION int __any(int vote) { return __ballot(vote) != 0; }
GPU_FUNCTION int __all(int vote) { return __ballot(vote) == __activemask(); }
template <typename M> GPU_FUNCTION unsigned long long __ballot_sync(M, int vote) { return __ballot(vote); }
template <typename M> GPU_FUNCTION int __any_sync(M, int vote) { return __any(vote); }
template <typename M> GPU_FUNCTION int __all_sync(M, int vote) { return __all(vote); }
template <typename M> GPU_FUNCTION void __syncwarp(M) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
GPU_FUNCTION void __syncwarp() { __syncwarp(~0ull); }

GPU_FUNCTION int gpuFrom(int lane, int value) { return __builtin_amdgcn_ds_bpermute(lane << 2, value); }
GPU_FUNCTION unsigned gpuFrom(int lane, unsigned value) { return unsigned(gpuFrom(lane, int(value))); }
GPU_FUNCTION float gpuFrom(int lane, float value) { return __builtin_bit_cast(float, gpuFrom(lane, __builtin_bit_cast(int, value))); }
GPU_FUNCTION unsigned long long gpuFrom(int lane, unsigned long long value) {
  unsigned low = gpuFrom(lane, unsigned(value)), high = gpuFrom(lane, unsigned(value >> 32));
  return (unsigned long long)high << 32 | low;
}
GPU_FUNCTION long long gpuFrom(int lane, long long value) { return (long long)gpuFrom(lane, (unsigned long long)value); }
GPU_FUNCTION double gpuFrom(int lane, double value) {
  return __builtin_bit_cast(double, gpuFrom(lane, __builtin_bit_cast(unsigned long long, value)));
}
template <typename T> GPU_FUNCTION T __shfl(T value, int from, int width = 64) {
  int me = int(__lane_id());
  return gpuFrom((from & (width - 1)) + (me & ~(width - 1)), value);
}
template <typename T> GPU_FUNCTION T __shfl_up(T value, unsigned by, int width = 64) {
  int me = int(__lane_id()), from = me - int(by);
  return gpuFrom(from < (me & ~(width - 1)) ? me : from, value);
}
template <typename T> GPU_FUNCTION T __shfl_down(T value, unsigned by, int width = 64) {
  int me = int(__lane_id()), from = me + int(by);
  return gpuFrom((me & (width - 1)) + int(by) >= width ? me : from, value);
}
template <typename T> GPU_FUNCTION T __shfl_xor(T value, int mask, int width = 64) {
  int me = int(__lane_id()), from = me ^ mask;
  return gpuFrom(from >= ((me + width) & ~(width - 1)) ? me : from, value);
}
template <typename M, typename T> GPU_FUNCTION T __shfl_sync(M, T value, int from, int width = 64) { return __shfl(value, from, width); }
template <typename M, typename T> GPU_FUNCTION T __shfl_up_sync(M, T value, unsigned by, int width = 64) { return __shfl_up(value, by, width); }
template <typename M, typename T> GPU_FUNCTION T __shfl_down_sync(M, T value, unsigned by, int width = 64) { return __shfl_down(value, by, width); }
template <typename M, typename T> GPU_FUNCTION T __shfl_xor_sync(M, T value, int mask, int width = 64) { return __shfl_xor(value, mask, width); }

//===-- atomic functions -----------------------------------------------------===//
#define GPU_ATOMIC(T, name, builtin)                                                                                   \
  GPU_FUNCTION T name(T *p, T v) { return builtin(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }                 \
  GPU_FUNCTION T name##_block(T *p, T v) { return builtin(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); }     \
  GPU_FUNCTION T name##_system(T *p, T v) { return builtin(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM); }
GPU_ATOMIC(int, atomicAdd, __hip_atomic_fetch_add)
GPU_ATOMIC(unsigned, atomicAdd, __hip_atomic_fetch_add)
GPU_ATOMIC(unsigned long long, atomicAdd, __hip_atomic_fetch_add)
GPU_ATOMIC(float, atomicAdd, __hip_atomic_fetch_add)
GPU_ATOMIC(double, atomicAdd, __hip_atomic_fetch_add)
GPU_ATOMIC(int, atomicExch, __hip_atomic_exchange)
GPU_ATOMIC(unsigned, atomicExch, __hip_atomic_exchange)
GPU_ATOMIC(unsigned long long, atomicExch, __hip_atomic_exchange)
GPU_ATOMIC(float, atomicExch, __hip_atomic_exchange)
GPU_ATOMIC(double, atomicExch, __hip_atomic_exchange)
GPU_ATOMIC(int, atomicMin, __hip_atomic_fetch_min)
GPU_ATOMIC(unsigned, atomicMin, __hip_atomic_fetch_min)
GPU_ATOMIC(unsigned long long, atomicMin, __hip_atomic_fetch_min)
GPU_ATOMIC(long long, atomicMin, __hip_atomic_fetch_min)
GPU_ATOMIC(int, atomicMax, __hip_atomic_fetch_max)
GPU_ATOMIC(unsigned, atomicMax, __hip_atomic_fetch_max)
GPU_ATOMIC(unsigned long long, atomicMax, __hip_atomic_fetch_max)
GPU_ATOMIC(long long, atomicMax, __hip_atomic_fetch_max)
GPU_ATOMIC(int, atomicAnd, __hip_atomic_fetch_and)
GPU_ATOMIC(unsigned, atomicAnd, __hip_atomic_fetch_and)
GPU_ATOMIC(unsigned long long, atomicAnd, __hip_atomic_fetch_and)
GPU_ATOMIC(int, atomicOr, __hip_atomic_fetch_or)
GPU_ATOMIC(unsigned, atomicOr, __hip_atomic_fetch_or)
GPU_ATOMIC(unsigned long long, atomicOr, __hip_atomic_fetch_or)
GPU_ATOMIC(int, atomicXor, __hip_atomic_fetch_xor)
GPU_ATOMIC(unsigned, atomicXor, __hip_atomic_fetch_xor)
GPU_ATOMIC(unsigned long long, atomicXor, __hip_atomic_fetch_xor)
#undef GPU_ATOMIC
GPU_FUNCTION int atomicSub(int *p, int v) { return atomicAdd(p, -v); }
GPU_FUNCTION unsigned atomicSub(unsigned *p, unsigned v) { return atomicAdd(p, 0u - v); }
template <typename T> GPU_FUNCTION T gpuCompareAndSwap(T *p, T compare, T value) {
  __hip_atomic_compare_exchange_strong(p, &compare, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  return compare;
}
GPU_FUNCTION int atomicCAS(int *p, int c, int v) { return gpuCompareAndSwap(p, c, v); }
GPU_FUNCTION unsigned atomicCAS(unsigned *p, unsigned c, unsigned v) { return gpuCompareAndSwap(p, c, v); }
GPU_FUNCTION unsigned long long atomicCAS(unsigned long long *p, unsigned long long c, unsigned long long v) { return gpuCompareAndSwap(p, c, v); }

//===-- bits, text -----------------------------------------------------------===//
GPU_FUNCTION int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
GPU_FUNCTION float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
GPU_FUNCTION long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
GPU_FUNCTION double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
GPU_FUNCTION int __popc(unsigned x) { return __builtin_popcount(x); }
GPU_FUNCTION int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
GPU_FUNCTION int __clz(int x) { return x ? __builtin_clz(unsigned(x)) : 32; }
GPU_FUNCTION int __ffs(int x) { return __builtin_ffs(x); }
GPU_FUNCTION int __ffsll(long long x) { return __builtin_ffsll(x); }
template <typename T> GPU_FUNCTION T __ldg(const T *p) { return *p; }
extern "C" {
__device__ int printf(const char *, ...);
static __device__ __attribute__((noinline, noreturn)) void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  printf("%s:%u: %s: assertion '%s' failed\n", file, line, function, what);
  __builtin_trap();
}
}
#undef GPU_FUNCTION
