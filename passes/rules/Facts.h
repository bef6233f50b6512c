//===- Facts.h - what is known about library functions -------------------===//
//
// Problem: the compiler meets malloc, _Znwm, printf, __cxa_throw. What it must
// know is a fact, not an algorithm: which argument is the size, who frees it,
// whether floats can flow through it.
//
// Here: the questions; the answers are rows of tables under memory/ and calls/.
// A function's name appears once in the compiler, in its row.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_FACTS_H
#define ENZYME_RULES_FACTS_H

#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace enzyme {

/// What is said about a function in its attributes: by other front ends, and by
/// request/DeclareProperties.cpp for what a program registered.
namespace facts {
/// ="1": returns fresh memory of as many bytes as argument 1 says.
inline constexpr llvm::StringLiteral allocatorAttribute = "enzyme_allocator";
/// ="release": the function that takes that memory back, …
inline constexpr llvm::StringLiteral partnerAttribute = "enzyme_deallocator_fn";
/// … ="-1,0": with the pointer and argument 0 of the allocator.
inline constexpr llvm::StringLiteral partnerListAttribute = "enzyme_deallocator";
/// ="0": frees its argument 0.
inline constexpr llvm::StringLiteral deallocatorAttribute = "enzyme_frees";
/// Carries no derivative unless some rule says otherwise.
/// Calls of it are repeated in the reverse sweep rather than kept.
inline constexpr llvm::StringLiteral recomputeAttribute = "enzyme_shouldrecompute";
inline constexpr llvm::StringLiteral inactiveIfUnknownAttribute = "enzyme_inactive_if_unknown";
} // namespace facts

/// A call that returns fresh memory.
struct AllocatorFact {
  const char *name;        ///< IR name: "malloc", "_Znwm", …
  const char *shape = "";  ///< Shape.h
  int sizeArgument;        ///< bytes
  int countArgument = -1;  ///< multiplies the size (calloc)
  int alignArgument = -1;  ///< alignment in bytes, or -1
  bool isZeroed = false;   ///< memory comes cleared (calloc)
  const char *deallocator; ///< IR name of the partner: "free", "_ZdlPv"; "" none needed
};

/// A call that frees argument `pointerArgument`.
struct DeallocatorFact {
  const char *name = "";
  const char *shape = "vp";
  int pointerArgument = 0;
  int alignArgument = -1; ///< aligned operator delete
  int sizeArgument = -1;  ///< bytes that were allocated, where they are passed
};

/// Looks through attributes too: functions with allockind/alloc-family attributes
/// or the "enzyme_allocator" attribute answer even without a row.
std::optional<AllocatorFact> allocatorFact(const llvm::CallBase &call);
std::optional<DeallocatorFact> deallocatorFact(const llvm::CallBase &call);

/// How memory from an allocator is given back.
struct Partner {
  llvm::Function *function = nullptr;
  llvm::SmallVector<int, 4> arguments; ///< -1: the pointer; n: the allocator's argument n
};

/// The partner of an allocator's call, by attribute or by the fact's name (then it
/// takes the pointer alone).
std::optional<Partner> partnerOf(llvm::CallBase &allocation);

/// Is it the C or C++ library's, so that no object of the user's has its code?
bool isOfStandardLibrary(const llvm::Function &function);

/// The same of a variable: streams, the environment, what parsers of options leave.
bool isOfStandardLibrary(const llvm::GlobalVariable &variable);

/// What an external function (no body here) does, as far as derivatives care.
enum class CalleeEffect {
  Unknown,          ///< could do anything: a refusal if anything active can reach it
  Inactive,         ///< by table: printf, time, getenv, iostream, __cxa_*, ubsan handlers …
  InactiveByEffect, ///< by attributes/types: reads no memory that floats can be in, or only
                    ///< integers
};
CalleeEffect calleeEffect(const llvm::CallBase &call);

/// A function of the C++ library's streams, locales and facets: inactive whether or
/// not its body is here.
bool isStreamFunction(const llvm::Function &function);

/// A word of an argument's object into which an inactive call of the C++ library may put
/// the address of memory of its own: a string that grows.
struct OwnedPointer {
  unsigned argument;
  unsigned offset; ///< bytes from where the argument points
  /// Of an object that was there before the call and has room for some characters in itself:
  /// where. What the word led to otherwise came from operator new. 0: of other objects.
  unsigned room = 0;
};
llvm::SmallVector<OwnedPointer, 2> ownedPointers(const llvm::CallBase &call);

/// What gives such memory back: operator delete(void *).
llvm::FunctionCallee releaseOfOwned(llvm::Module &module);

/// A member of a string of the library's that may change its characters.
bool changesText(const llvm::CallBase &call);

/// A function of the library that takes characters, or a string of them, and keeps a copy.
bool copiesText(const llvm::CallBase &call);

/// True for library functions that link, rotate and walk nodes and look at no
/// value (std::map's and std::list's): the same call on the shadow pointers, other
/// arguments unchanged, is their whole derivative in every mode.
bool movesPointersOnly(const llvm::CallBase &call);

/// True for malloc_usable_size(p). Where p has a shadow, both must be treated as
/// having the smaller room of the two: allocators round up differently.
bool asksForRoom(const llvm::CallBase &call);

/// A derivative's calls of our own runtime, met when it is differentiated again.
enum class TapeCall {
  None,
  Scope, ///< mark, release and their like: where the tape of one derivative begins and ends
  Defer, ///< frees argument 0 when the tape is released
};
TapeCall tapeCall(const llvm::CallBase &call);

/// Which factors of a slot and a coefficient, if exactly zero, make their product zero whatever
/// the other one is.
enum class ZeroFactor : uint8_t { None, Slot, Either };

/// The function type(slot, coefficient) that stands for such a product while derivatives may
/// still be differentiated; and which it is.
llvm::Function *guardedProductOf(llvm::Module &module, llvm::Type *type, ZeroFactor zero);
ZeroFactor zeroFactorOf(const llvm::Function &function);

/// The argument into whose object the result points, if any (__dynamic_cast, memchr,
/// the attribute "enzyme_pointermath"="i"). The result's shadow is the argument's
/// shadow plus the same distance; null stays null.
std::optional<unsigned> resultPointsInto(const llvm::CallBase &call);

/// Intrinsics that neither carry nor move floats: lifetime, assume, dbg, prefetch,
/// expect, trap, stacksave, objectsize, integer arithmetic …
bool isInactiveIntrinsic(const llvm::CallBase &call);

/// Throws the exception whose object is the first argument; enters a handler, with
/// the object as result.
bool throwsObject(const llvm::CallBase &call);
bool catchesObject(const llvm::CallBase &call);

} // namespace enzyme
#endif
