//===- Rust.h - the functions that rustc makes for every program ---------===//
//
// rustc gives the allocator's functions names with a number of its own version in them,
// `_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc`: `__rust_alloc` of the crate `__rustc`, as
// Rust's mangling (v0) writes it.
//===----------------------------------------------------------------------===//
#ifndef ENZYME_RULES_CALLS_RUST_H
#define ENZYME_RULES_CALLS_RUST_H

#include "llvm/ADT/StringRef.h"

namespace enzyme::calls {
using llvm::StringLiteral;

/// What stands between the number and the name, which follows with its length.
inline constexpr StringLiteral rustcScope = "7___rustc";
inline constexpr StringLiteral rustPrefix = "_R";

/// Of those functions, the ones that differentiated code may call.
inline constexpr StringLiteral rustcFunctions[] = {
    "__rust_alloc",
    "__rust_alloc_zeroed",
    "__rust_dealloc",
    "__rust_realloc",
    "__rust_no_alloc_shim_is_unstable_v2",
};

/// LLVM makes a call of this function of memory that is set to zero; it is told the name.
inline constexpr StringLiteral zeroedVariant = "alloc-variant-zeroed";

/// The crates of the standard library, compiled once for all programs. rustc names a module by
/// its crate: "core.c1f1a4ba060b9bfa-cgu.0".
inline constexpr StringLiteral rustLibrary[] = {
    "core",
    "alloc",
    "std",
    "compiler_builtins",
    "panic_unwind",
    "panic_abort",
    "unwind",
    "gimli",
    "addr2line",
    "object",
    "rustc_demangle",
    "miniz_oxide",
    "hashbrown",
    "memchr",
    "std_detect",
    "adler2",
};

/// Of the standard library's own code, by the path in the demangled name: printing, the clock,
/// the environment and locks. Nothing that fills memory of the caller's with numbers is here.
inline constexpr StringLiteral rustInactive[] = {
    "std::io::stdio::",
    "core::fmt::",
    "alloc::fmt::format",
    "std::time::",
    "std::sys::time::",
    "std::env::",
    "std::process::",
    "std::panicking::panic_count::",
    "std::sys::random::",
    "std::hash::random::",
    "std::sys::sync::mutex::",
    "std::sys::sync::rwlock::",
    "std::thread::functions::sleep",
};

/// What its code does is no derivative's business, though numbers pass through it: they come out
/// of text, of a panic, or of another thread. Calls of these are refused by name.
inline constexpr StringLiteral rustUnknown[] = {
    "core::num::imp::dec2flt::",
    "core::num::dec2flt::",
    "f64 as core::str::traits::",
    "f32 as core::str::traits::",
    "std::panicking::catch_unwind::",
    "std::panicking::try::",
    "std::thread::",
    "std::sys::thread::",
    "std::io::",
    "std::fs::",
    "std::net::",
};

/// Destroys what a trait object or a closure holds: `core::ptr::drop_in_place<T>`.
inline constexpr StringLiteral rustDropGlue = "drop_in_place";

/// How rustc names itself in the bitcode that it writes.
inline constexpr StringLiteral rustcIdent = "rustc version";

} // namespace enzyme::calls
#endif
