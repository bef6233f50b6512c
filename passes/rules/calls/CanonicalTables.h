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

/// libdevice's functions that give the bits of a number another type.
inline constexpr StringLiteral bitFunctions[] = {
    "__nv_double_as_longlong", "__nv_longlong_as_double", "__nv_float_as_int",
    "__nv_float_as_uint",      "__nv_int_as_float",       "__nv_uint_as_float",
};
/// d = f(high, low); high = f(d), low = f(d): of the words of a double.
inline constexpr StringLiteral doubleOfWords = "__nv_hiloint2double";
inline constexpr StringLiteral highWord = "__nv_double2hiint", lowWord = "__nv_double2loint";

/// What a C function for memory does.
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

/// Functions that give an address inside memory that they are passed: as their result, through an
/// argument, or both. A null address means that there is none.
struct AddressInsideRow {
  StringLiteral shape;
  StringLiteral names;   ///< separated by blanks
  unsigned base = 0;     ///< the argument that leads there,
  bool isBehind = false; ///< or through which the address of that memory is found
  int otherwise = -1;    ///< where the base is null: the argument through which it is found
  int stored = -1;       ///< the argument through which the address is given
  bool isResult = true;
};

inline constexpr AddressInsideRow addressesInside[] = {
    {"ppn", "strchr strrchr strchrnul index rindex wcschr wcsrchr"},
    {"ppp", "strstr strcasestr strpbrk wcsstr wcspbrk"},
    {"ppnn", "memchr memrchr wmemchr"},
    {"ppn", "rawmemchr"},
    {"ppnpn", "memmem"},
    {"fpp", "strtod strtof strtold wcstod wcstof wcstold", 0, false, -1, 1, false},
    {"fppp", "strtod_l strtof_l strtold_l", 0, false, -1, 1, false},
    {"fppn", "__strtod_internal __strtof_internal __strtold_internal", 0, false, -1, 1, false},
    {"nppn",
     "strtol strtoll strtoul strtoull strtoimax strtoumax __isoc23_strtol __isoc23_strtoll "
     "__isoc23_strtoul __isoc23_strtoull wcstol wcstoll wcstoul wcstoull",
     0, false, -1, 1, false},
    {"nppnn", "__strtol_internal __strtoul_internal", 0, false, -1, 1, false},
    {"ppp", "strsep", 0, true, -1, 0},
    {"pppp", "strtok_r __strtok_r wcstok", 0, false, 2, 2},
};

/// C++: the first member of the structure that they return lies in the first argument's memory.
inline constexpr StringLiteral readingRanges[] = {"_ZSt10from_charsPKcS0_", "_ZSt8to_charsPcS_",
                                                  "_ZNSt3__18to_charsEPcS0_"};

/// How far the second address lies behind the first; derivatives take no distance of shadows from
/// it (runtime/address.c).
inline constexpr StringLiteral spanName = "enzyme_rt_span";

inline constexpr StringLiteral byValuePrefix = "enzyme.byvalue.";

} // namespace enzyme::calls
#endif
