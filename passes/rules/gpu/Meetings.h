//===- Meetings.h - where threads of a graphics processor meet --------------===//
//
// Threads of a block wait for each other and exchange numbers by intrinsics of the target. While
// derivatives are made, those that have a reverse are calls of declared functions:
//
//   enzyme.device.wait.WHAT(operands…)                         both sweeps call it
//   enzyme.device.shuffle.HOW.TYPE(mask, number, lane, clamp)  a number of another thread of the
//                                                              warp; adjoints go the way back
//
// WHAT is the intrinsic's name, or "fence.ORDERING.SCOPE"; HOW is NVPTX's: idx, up, down or bfly,
// or AMD's permute: of the thread whose number times 4 stands for the lane, with neither mask nor
// clamp. To analyses a wait is a call that may read and write all that others see: what other
// threads wrote before, or will write after.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_GPU_MEETINGS_H
#define ENZYME_RULES_GPU_MEETINGS_H

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace enzyme::meetings {

inline constexpr llvm::StringLiteral wait = "enzyme.device.wait.";
inline constexpr llvm::StringLiteral fence = "enzyme.device.wait.fence.";
inline constexpr llvm::StringLiteral shuffle = "enzyme.device.shuffle.";

/// Intrinsics at which threads wait, or which order what they do in memory: names, or what names
/// begin with.
inline constexpr llvm::StringLiteral waits[] = {
    "llvm.nvvm.barrier.cta.sync.", "llvm.nvvm.barrier.cta.red.", "llvm.nvvm.bar.warp.sync",
    "llvm.nvvm.membar.",           "llvm.amdgcn.s.barrier",      "llvm.amdgcn.wave.barrier",
};

/// NVPTX's shuffles; the name goes on with HOW and the type.
inline constexpr llvm::StringLiteral shuffles = "llvm.nvvm.shfl.sync.";
/// AMD's, of an address and a word; and its HOW.
inline constexpr llvm::StringLiteral permutes = "llvm.amdgcn.ds.bpermute";
inline constexpr llvm::StringLiteral permute = "permute";

} // namespace enzyme::meetings

namespace enzyme {

inline bool isDeviceWait(const llvm::Function &function) {
  return function.isDeclaration() && function.getName().starts_with(meetings::wait);
}
inline bool isDeviceShuffle(const llvm::Function &function) {
  return function.isDeclaration() && function.getName().starts_with(meetings::shuffle);
}
inline bool isDeviceMeeting(const llvm::Function &function) {
  return isDeviceWait(function) || isDeviceShuffle(function);
}

/// Is `at` a barrier at which all threads of the block meet, at the same place of one function; or
/// a fence of the block beside it, as AMD's have?
bool isBlockBarrier(const llvm::Instruction &at);

/// Marks of a kernel's parameters (parallel/Meetings.h): what the host passes; and an address whose
/// memory only what is made of the parameter leads to (`restrict`), in any thread.
inline constexpr llvm::StringLiteral fromHostAttribute = "enzyme-from-host",
                                     onlyWayAttribute = "enzyme-only-way";

/// Functions of AMD's device library. In these all threads of a block meet, beside what they
/// answer:
/// __syncthreads_count and its like.
bool meetsInLibrary(const llvm::CallBase &call);
/// In these blocks wait for each other: a grid's sync().
bool waitsForBlocks(const llvm::CallBase &call);

/// Could threads meet in the function that is called, on a device, of which only another file knows
/// what it does?
bool mayMeetUnseen(const llvm::CallBase &call);

/// HOW of a shuffle.
inline llvm::StringRef howShuffled(const llvm::Function &shuffle) {
  return shuffle.getName().substr(meetings::shuffle.size()).split('.').first;
}

/// The function of that name and type, a wait.
llvm::Function *declareWait(llvm::Module &module, const llvm::Twine &name,
                            llvm::FunctionType *type);

/// The function that sends numbers of `type`.
llvm::Function *declareShuffle(llvm::Module &module, llvm::StringRef how, llvm::Type *type);

} // namespace enzyme
#endif
