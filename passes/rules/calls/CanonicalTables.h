//===- CanonicalTables.h - the rows behind Canonicalise.h ----------------===//
#ifndef ENZYME_RULES_CALLS_CANONICALTABLES_H
#define ENZYME_RULES_CALLS_CANONICALTABLES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Intrinsics.h"

namespace enzyme::calls {
using llvm::StringLiteral;

/// f(x, p, …): an intrinsic that returns a struct; where its elements go.
struct OutPointerRow {
  StringLiteral name; ///< canonical: any precision and spelling
  StringLiteral shape;
  llvm::Intrinsic::ID intrinsic;
  int resultElement;    ///< element that the call returns, -1 for none
  unsigned firstStored; ///< element stored through argument 1; the next through 2
};

inline constexpr OutPointerRow outPointers[] = {
    {"sincos", "vfpp", llvm::Intrinsic::sincos, -1, 0},
    {"modf", "ffp", llvm::Intrinsic::modf, 0, 1},
};

/// What a C function of memory does.
enum class MemoryFunction { Copy, Move, Set, Zero };

struct MemoryRow {
  StringLiteral name;
  StringLiteral shape;
  MemoryFunction kind;
  unsigned destination = 0;
  unsigned source = 1; ///< or the byte to set
  unsigned length = 2;
  bool returnsEnd = false;
};

inline constexpr MemoryRow memoryFunctions[] = {
    {"memcpy", "pppn", MemoryFunction::Copy},
    {"memmove", "pppn", MemoryFunction::Move},
    {"memset", "ppnn", MemoryFunction::Set},
    {"mempcpy", "pppn", MemoryFunction::Copy, 0, 1, 2, true},
    {"__mempcpy", "pppn", MemoryFunction::Copy, 0, 1, 2, true},
    {"bcopy", "vppn", MemoryFunction::Move, 1, 0, 2},
    {"bzero", "vpn", MemoryFunction::Zero, 0, 0, 1},
    {"explicit_bzero", "vpn", MemoryFunction::Zero, 0, 0, 1},
    // With a fourth argument, the room there is: it was checked when the primal ran.
    {"__memcpy_chk", "pppnn", MemoryFunction::Copy},
    {"__memmove_chk", "pppnn", MemoryFunction::Move},
    {"__memset_chk", "ppnnn", MemoryFunction::Set},
    {"__mempcpy_chk", "pppnn", MemoryFunction::Copy, 0, 1, 2, true},
};

/// q = reallocate(p, size) or (p, count, size), by its parts.
struct ReallocateRow {
  StringLiteral name;
  StringLiteral shape;
};

inline constexpr ReallocateRow reallocations[] = {{"realloc", "pps"}, {"reallocarray", "ppss"}};

inline constexpr StringLiteral allocateName = "malloc";
inline constexpr StringLiteral releaseName = "free";
inline constexpr StringLiteral roomName = "malloc_usable_size";
inline constexpr StringLiteral releaseShape = "vp", roomShape = "np";
inline constexpr StringLiteral tapeAllocateName = "enzyme_rt_alloc";

/// int posix_memalign(void **where, size_t alignment, size_t size)
inline constexpr StringLiteral allocateThroughPointer = "posix_memalign";
inline constexpr StringLiteral throughPointerShape = "npss";
inline constexpr StringLiteral allocateAligned = "aligned_alloc";
inline constexpr int noMemory = 12; ///< ENOMEM

/// slot * coefficient where a slot that is exactly zero stays zero: what derivative
/// code holds until all derivatives of it are made.
inline constexpr StringLiteral guardedProduct = "enzyme.guarded";
/// The same where either factor that is exactly zero makes zero.
inline constexpr StringLiteral shieldedProduct = "enzyme.shielded";

inline constexpr StringLiteral byValuePrefix = "enzyme.byvalue.";

} // namespace enzyme::calls
#endif
