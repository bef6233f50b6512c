//===- gpu_api.h - what host code calls, in the spelling of CUDA or HIP ----===//
//
// The two interfaces differ in their prefix. GPU_API(Malloc) is cudaMalloc or hipMalloc;
// mini_cuda.h and mini_hip.h define it and include this file, and so does the emulator's runtime.
//===----------------------------------------------------------------------===//
#include <cstddef>

#ifndef GPU_API_DIM3
#define GPU_API_DIM3
struct uint3 {
  unsigned x, y, z;
};
#if defined(__CUDA__) || defined(__HIP__)
#define GPU_BOTH __attribute__((host, device))
#else
#define GPU_BOTH
#endif
struct dim3 {
  unsigned x, y, z;
  GPU_BOTH constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  GPU_BOTH constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  GPU_BOTH constexpr operator uint3() const { return {x, y, z}; }
};
#endif

extern "C" {

enum GPU_API(Error) {
  GPU_API(Success) = 0,
  GPU_API(ErrorInvalidValue) = 1,
  GPU_API(ErrorMemoryAllocation) = 2,
  GPU_API(ErrorInvalidConfiguration) = 9,
  GPU_API(ErrorInvalidSymbol) = 13,
  GPU_API(ErrorInvalidDevicePointer) = 17,
  GPU_API(ErrorInvalidMemcpyDirection) = 21,
  GPU_API(ErrorInvalidDeviceFunction) = 98,
  GPU_API(ErrorNoDevice) = 100,
  GPU_API(ErrorInvalidDevice) = 101,
  GPU_API(ErrorInvalidResourceHandle) = 400,
  GPU_API(ErrorNotReady) = 600,
  GPU_API(ErrorLaunchFailure) = 719,
  GPU_API(ErrorNotSupported) = 801,
  GPU_API(ErrorUnknown) = 999
};
typedef enum GPU_API(Error) GPU_API(Error_t);

enum GPU_API(MemcpyKind) {
  GPU_API(MemcpyHostToHost) = 0,
  GPU_API(MemcpyHostToDevice) = 1,
  GPU_API(MemcpyDeviceToHost) = 2,
  GPU_API(MemcpyDeviceToDevice) = 3,
  GPU_API(MemcpyDefault) = 4
};
enum GPU_API(FuncAttribute) {
  GPU_API(FuncAttributeMaxDynamicSharedMemorySize) = 8,
  GPU_API(FuncAttributePreferredSharedMemoryCarveout) = 9,
};
enum GPU_API(MemoryAdvise) {
  GPU_API(MemAdviseSetReadMostly) = 1,
  GPU_API(MemAdviseUnsetReadMostly) = 2,
  GPU_API(MemAdviseSetPreferredLocation) = 3,
  GPU_API(MemAdviseUnsetPreferredLocation) = 4,
  GPU_API(MemAdviseSetAccessedBy) = 5,
  GPU_API(MemAdviseUnsetAccessedBy) = 6
};
enum GPU_API(MemoryType) {
  GPU_API(MemoryTypeUnregistered) = 0,
  GPU_API(MemoryTypeHost) = 1,
  GPU_API(MemoryTypeDevice) = 2,
  GPU_API(MemoryTypeManaged) = 3
};
enum GPU_ATTRIBUTES {
  GPU_ATTRIBUTE(MaxThreadsPerBlock) = 1,
  GPU_ATTRIBUTE(MaxBlockDimX) = 2,
  GPU_ATTRIBUTE(MaxBlockDimY) = 3,
  GPU_ATTRIBUTE(MaxBlockDimZ) = 4,
  GPU_ATTRIBUTE(MaxGridDimX) = 5,
  GPU_ATTRIBUTE(MaxGridDimY) = 6,
  GPU_ATTRIBUTE(MaxGridDimZ) = 7,
  GPU_ATTRIBUTE(MaxSharedMemoryPerBlock) = 8,
  GPU_ATTRIBUTE(WarpSize) = 10,
  GPU_MULTIPROCESSORS = 16, // one letter is another in HIP
  GPU_ATTRIBUTE(MaxThreadsPerMultiProcessor) = 39,
  GPU_ATTRIBUTE(ComputeCapabilityMajor) = 75,
  GPU_ATTRIBUTE(ComputeCapabilityMinor) = 76,
  GPU_ATTRIBUTE(ConcurrentManagedAccess) = 89,
  GPU_ATTRIBUTE(CooperativeLaunch) = 95
};
enum GPU_API(Limit) {
  GPU_API(LimitStackSize) = 0,
  GPU_API(LimitPrintfFifoSize) = 1,
  GPU_API(LimitMallocHeapSize) = 2
};

typedef struct GPU_API_STREAM *GPU_API(Stream_t);
typedef struct GPU_API_EVENT *GPU_API(Event_t);
typedef void (*GPU_API(HostFn_t))(void *);

enum {
  GPU_API(StreamDefault) = 0,
  GPU_API(StreamNonBlocking) = 1,
  GPU_API(EventDefault) = 0,
  GPU_API(EventDisableTiming) = 2,
  GPU_API(HostAllocDefault) = 0,
  GPU_API(HostMallocDefault) = 0,
  GPU_API(MemAttachGlobal) = 1
};

struct GPU_API(DeviceProp) {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, totalConstMem;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], major, minor,
      multiProcessorCount, maxThreadsPerMultiProcessor, clockRate, concurrentKernels,
      unifiedAddressing, managedMemory, cooperativeLaunch;
  char gcnArchName[64];
};

struct GPU_API(FuncAttributes) {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA,
      maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
struct GPU_API(PointerAttributes) {
  enum GPU_API(MemoryType) type;
  int device;
  void *devicePointer, *hostPointer;
};

GPU_API(Error_t) GPU_API(Malloc)(void **memory, size_t size);
GPU_API(Error_t) GPU_API(MallocManaged)(void **memory, size_t size, unsigned flags);
GPU_API(Error_t) GPU_API(MallocPitch)(void **memory, size_t *pitch, size_t width, size_t height);
GPU_API(Error_t) GPU_API(MallocAsync)(void **memory, size_t size, GPU_API(Stream_t) stream);
GPU_API(Error_t) GPU_API(Free)(void *memory);
GPU_API(Error_t) GPU_API(FreeAsync)(void *memory, GPU_API(Stream_t) stream);
GPU_API(Error_t) GPU_API(MallocHost)(void **memory, size_t size);
GPU_API(Error_t) GPU_API(HostAlloc)(void **memory, size_t size, unsigned flags);
GPU_API(Error_t) GPU_API(HostMalloc)(void **memory, size_t size, unsigned flags);
GPU_API(Error_t) GPU_API(FreeHost)(void *memory);
GPU_API(Error_t) GPU_API(HostFree)(void *memory);
GPU_API(Error_t) GPU_API(HostRegister)(void *memory, size_t size, unsigned flags);
GPU_API(Error_t) GPU_API(HostUnregister)(void *memory);
GPU_API(Error_t) GPU_API(MemGetInfo)(size_t *free, size_t *total);
GPU_API(Error_t)
GPU_API(Memcpy)(void *to, const void *from, size_t size, enum GPU_API(MemcpyKind) kind);
GPU_API(Error_t)
GPU_API(MemcpyAsync)(void *to, const void *from, size_t size, enum GPU_API(MemcpyKind) kind,
                     GPU_API(Stream_t) stream);
GPU_API(Error_t)
GPU_API(Memcpy2D)(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                  size_t height, enum GPU_API(MemcpyKind) kind);
GPU_API(Error_t)
GPU_API(Memcpy2DAsync)(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                       size_t height, enum GPU_API(MemcpyKind) kind, GPU_API(Stream_t) stream);
GPU_API(Error_t)
GPU_API(MemcpyPeer)(void *to, int toDevice, const void *from, int fromDevice, size_t size);
GPU_API(Error_t)
GPU_API(MemcpyToSymbol)(const void *symbol, const void *from, size_t size, size_t offset,
                        enum GPU_API(MemcpyKind) kind);
GPU_API(Error_t)
GPU_API(MemcpyFromSymbol)(void *to, const void *symbol, size_t size, size_t offset,
                          enum GPU_API(MemcpyKind) kind);
GPU_API(Error_t)
GPU_API(MemcpyToSymbolAsync)(const void *symbol, const void *from, size_t size, size_t offset,
                             enum GPU_API(MemcpyKind) kind, GPU_API(Stream_t) stream);
GPU_API(Error_t)
GPU_API(MemcpyFromSymbolAsync)(void *to, const void *symbol, size_t size, size_t offset,
                               enum GPU_API(MemcpyKind) kind, GPU_API(Stream_t) stream);
GPU_API(Error_t) GPU_API(GetSymbolAddress)(void **address, const void *symbol);
GPU_API(Error_t) GPU_API(GetSymbolSize)(size_t *size, const void *symbol);
GPU_API(Error_t) GPU_API(Memset)(void *memory, int value, size_t size);
GPU_API(Error_t)
GPU_API(MemsetAsync)(void *memory, int value, size_t size, GPU_API(Stream_t) stream);
GPU_API(Error_t)
GPU_API(Memset2D)(void *memory, size_t pitch, int value, size_t width, size_t height);
GPU_API(Error_t)
GPU_API(MemPrefetchAsync)(const void *memory, size_t size, int device, GPU_API(Stream_t) stream);

GPU_API(Error_t)
GPU_API(MemAdvise)(const void *memory, size_t size, enum GPU_API(MemoryAdvise) advice, int device);
GPU_API(Error_t)
GPU_API(PointerGetAttributes)(struct GPU_API(PointerAttributes) * attributes, const void *memory);

GPU_API(Error_t) GPU_API(StreamCreate)(GPU_API(Stream_t) * stream);
GPU_API(Error_t) GPU_API(StreamCreateWithFlags)(GPU_API(Stream_t) * stream, unsigned flags);
GPU_API(Error_t) GPU_API(StreamDestroy)(GPU_API(Stream_t) stream);
GPU_API(Error_t) GPU_API(StreamSynchronize)(GPU_API(Stream_t) stream);
GPU_API(Error_t) GPU_API(StreamQuery)(GPU_API(Stream_t) stream);
GPU_API(Error_t)
GPU_API(StreamWaitEvent)(GPU_API(Stream_t) stream, GPU_API(Event_t) event, unsigned flags);
GPU_API(Error_t)
GPU_API(LaunchHostFunc)(GPU_API(Stream_t) stream, GPU_API(HostFn_t) function, void *argument);
GPU_API(Error_t) GPU_API(EventCreate)(GPU_API(Event_t) * event);
GPU_API(Error_t) GPU_API(EventCreateWithFlags)(GPU_API(Event_t) * event, unsigned flags);
GPU_API(Error_t) GPU_API(EventDestroy)(GPU_API(Event_t) event);
GPU_API(Error_t) GPU_API(EventRecord)(GPU_API(Event_t) event, GPU_API(Stream_t) stream);
GPU_API(Error_t) GPU_API(EventSynchronize)(GPU_API(Event_t) event);
GPU_API(Error_t) GPU_API(EventQuery)(GPU_API(Event_t) event);
GPU_API(Error_t)
GPU_API(EventElapsedTime)(float *milliseconds, GPU_API(Event_t) from, GPU_API(Event_t) to);

GPU_API(Error_t) GPU_API(DeviceSynchronize)(void);
GPU_API(Error_t) GPU_API(DeviceReset)(void);
GPU_API(Error_t) GPU_API(GetDeviceCount)(int *count);
GPU_API(Error_t) GPU_API(SetDevice)(int device);
GPU_API(Error_t) GPU_API(GetDevice)(int *device);
GPU_API(Error_t) GPU_API(DeviceSetLimit)(enum GPU_API(Limit) limit, size_t value);
GPU_API(Error_t) GPU_API(DeviceGetLimit)(size_t *value, enum GPU_API(Limit) limit);
GPU_API(Error_t) GPU_API(GetDeviceProperties)(struct GPU_API(DeviceProp) * properties, int device);
GPU_API(Error_t)
GPU_API(DeviceGetAttribute)(int *value, enum GPU_ATTRIBUTES attribute, int device);
GPU_API(Error_t) GPU_API(GetLastError)(void);
GPU_API(Error_t) GPU_API(PeekAtLastError)(void);
const char *GPU_API(GetErrorString)(GPU_API(Error_t) error);
const char *GPU_API(GetErrorName)(GPU_API(Error_t) error);

GPU_API(Error_t)
GPU_API(FuncSetAttribute)(const void *kernel, enum GPU_API(FuncAttribute) attribute, int value);
GPU_API(Error_t)
GPU_API(FuncGetAttributes)(struct GPU_API(FuncAttributes) * attributes, const void *kernel);
GPU_API(Error_t)
GPU_API(OccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, const void *kernel, int threads,
                                                   size_t shared);
GPU_API(Error_t)
GPU_API(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(int *blocks, const void *kernel,
                                                            int threads, size_t shared,
                                                            unsigned flags);
GPU_API(Error_t)
GPU_API(OccupancyMaxPotentialBlockSize)(int *blocks, int *threads, const void *kernel,
                                        size_t shared, int mostThreads);
GPU_API(Error_t)
GPU_API(LaunchKernel)(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                      GPU_API(Stream_t) stream);
GPU_API(Error_t)
GPU_API(LaunchCooperativeKernel)(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                 size_t shared, GPU_API(Stream_t) stream);

} // extern "C"
