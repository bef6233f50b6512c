//===- RuntimeApi.h - functions of CUDA's and HIP's runtimes and of their BLAS, by name
//--------===//
//
// The two have the same functions under two prefixes. What memory they make, move and fill is C
// (library/gpu/); here is what calls are, and which of them nothing can be differentiated of.
//
// Sources: NVIDIA, CUDA Runtime API, cuBLAS Library; AMD, HIP Runtime API Reference, hipBLAS.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_RUNTIMEAPI_H
#define ENZYME_RULES_GPU_RUNTIMEAPI_H

#include "llvm/IR/InstrTypes.h"
#include <optional>
#include <string>

namespace enzyme::gpu {

/// cudaMalloc, hipMalloc, cublasDgemm_v2: of either runtime, or of its BLAS?
bool isOfRuntimeApi(const llvm::Function &function);

/// Devices, streams, events, errors, handles: no number of the program's passes through.
bool isInactive(const llvm::CallBase &call);

/// A call of either runtime that has no derivative here: what stands in the way, and what to
/// do.
struct Obstacle {
  std::string what, help;
};
std::optional<Obstacle> obstacleIn(const llvm::CallBase &call);

/// Before a stub is called; and what a stub does: takes the configuration of the launch, launches
/// with it. The address of the array of addresses that it launches with.
bool pushesConfiguration(const llvm::CallBase &call);
bool popsConfiguration(const llvm::CallBase &call);
bool launches(const llvm::CallBase &call);
llvm::Value *argumentsOf(llvm::CallBase &launch);

/// (to, from, bytes, direction[, stream]), or of rows:
/// (to, pitch, from, pitch, bytes of a row, rows, direction[, stream]), or between devices:
/// (to, device, from, device, bytes[, stream])
/// Or to a variable, or from one, `offset` behind its begin:
/// (variable, from, bytes, offset, direction[, stream])
struct Copy {
  llvm::Value *to, *from, *bytes;
  bool isInStream, isOfRows = false, isOfDevices = false;
  enum Variable : uint8_t { None, To, From } variable = None;
  llvm::Value *offset = nullptr; ///< if there is a variable
};
std::optional<Copy> readCopy(const llvm::CallBase &call);

/// A call in a program whose threads have default streams of their own (cudaMemcpyAsync_ptsz,
/// cudaMemcpy_ptds, hipMemcpyAsync_spt): the function of all programs, the operand that is its
/// stream, if it has one, and the name of what waits for a stream.
struct OfDefaultStream {
  std::string name, wait;
  std::optional<unsigned> stream;
  bool isLaunch;
};
std::optional<OfDefaultStream> ofDefaultStream(const llvm::CallBase &call);

} // namespace enzyme::gpu
#endif
